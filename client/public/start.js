// Runs before the page is drawn, so that a dark page does not flash light. It is a file of its own,
// because the content security policy allows no script inside the document.
(() => {
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
  } catch {
    // A browser without storage follows the system.
  }
  const isDark =
    scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';

  // The policy forbids making code from text; Zod is told before it tries (its own setting `jitless`).
  globalThis.__zod_globalConfig = { jitless: true };
})();
