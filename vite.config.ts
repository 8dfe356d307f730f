import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { precompress } from './tools/precompress.ts';

/**
 * Shared code in few files instead of some eighty: each file costs a request and compresses alone.
 * A group takes along what its modules need, and the first group that wants a module gets it. Pages
 * and the features that only one of them uses stay in no group, so each remains a chunk of its own.
 */
const sharedCode = [
  // What every page starts with: React, the router, the calls, the layout.
  { name: 'start', tags: ['$initial' as const], test: /^(?!.*client\/begin\.ts$)/ },
  // What the home page has in common with others; any visitor has it after their first visit.
  {
    name: 'common',
    test: /contract\/(time|deadlines|linked-text)\.ts|client\/(home\/(message-card|slide-face|slide-drawing)|faq\/faq-answer|deadlines\/use-now)\.tsx?|client\/ui\/(state\/(empty-state|error-state|loading)|list\/(search-box|use-search|matches|nothing-found)|linked-text|page-header|section)\.tsx?|@mantine\/core\/.*\/(Accordion|Badge|DirectionProvider|SimpleGrid|get-base-value)\b|@mantine\/hooks\/.*\/(clamp|use-clipboard)|tabler\/.*\/Icon(Copy|Check|ExternalLink|ChevronLeft|ChevronRight)\./,
  },
  // Fields and buttons of forms: login and signup need them before anyone is signed in.
  {
    name: 'forms',
    test: /client\/ui\/form\/(submit-button|form-status)\.tsx|client\/api\/(use-send-form|focus-first-error|use-upload|validate)\.ts|@mantine\/form\/|@mantine\/core\/.*\/(Alert|PasswordInput|TextInput|Textarea)\b|react-query\/.*\/useMutation/,
  },
  // Toasts need it at a visitor's first click; whatever opens above a page does too.
  {
    name: 'above',
    test: /react-remove-scroll\/|@mantine\/core\/.*\/(Portal|get-default-z-index|is-element)\b|use-force-update/,
  },
  // Menu, drawer and dialogs are on every page of someone who is signed in.
  {
    name: 'overlays',
    test: /client\/ui\/dialog\/confirm-dialog\.tsx|@mantine\/core\/.*\/(Divider|Drawer|Menu|Modal|Popover)\b/,
  },
  { name: 'progress', test: /@mantine\/core\/.*\/Progress\b/ },
  { name: 'uploads', test: /client\/ui\/form\/(file-picker|upload-progress)\.tsx/ },
  // The contract's calls and rules, beyond those that every page starts with.
  { name: 'contract', test: /\/contract\//, minShareCount: 2 },
].map((group, index, { length }) => ({ ...group, priority: length - index }));

export default defineConfig({
  root: 'client',
  // One `vite build` makes what browsers load, then what the server draws finished pages with.
  builder: {},
  environments: {
    client: {
      build: {
        manifest: '.server/files.json',
        rolldownOptions: {
          input: ['client/index.html', 'client/begin.ts'],
          output: { codeSplitting: { groups: sharedCode } },
        },
      },
    },
    ssr: {
      // Whole, so that React is the one for production however the server is started.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/.server',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: 'client/finished-pages.tsx' },
      },
    },
  },
  plugins: [react(), precompress()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // The content security policy of the server allows files of its own only: no `data:` assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // bench/web.ts and e2e/weight.e2e.ts watch the weight as it is sent; this is before compression.
    chunkSizeWarningLimit: 600,
  },
  // Only the calls: the client has a folder named api of its own.
  server: { proxy: { '^/api/(auth|content|docs)/': 'http://127.0.0.1:3000' } },
});
