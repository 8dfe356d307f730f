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

  // A finished page is a visitor's: for somebody who is signed in the application draws it anew, at once.
  let isSignedIn = false;
  let role = null;
  try {
    isSignedIn = localStorage.getItem('token') !== null;
    role = localStorage.getItem('role');
  } catch {
    // As above.
  }
  if (isSignedIn) {
    // Not a rule of the stylesheet, which may come later than the page.
    const style = document.createElement('style');
    style.id = 'until-own';
    style.textContent = '#root { visibility: hidden }';
    document.head.append(style);
  }
  const { application, code, access } = document.currentScript.dataset;
  // The page's own code comes with the application, not after it; the application decides who sees the page.
  const isOpen =
    access === 'public' ? isSignedIn || !application : access?.split(' ').includes(role);
  for (const href of isOpen && code ? code.split(' ') : []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    // The style sheet comes first, so that a slow phone soon shows the page's name.
    link.fetchPriority = 'low';
    link.href = href;
    document.head.append(link);
  }
  if (isSignedIn && application) {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = application;
    document.head.append(script);
  }

  // The policy forbids making code from text; Zod is told before it tries (its own setting `jitless`).
  globalThis.__zod_globalConfig = { jitless: true };
})();
