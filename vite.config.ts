import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { createPdfFilesPlugin } from './tools/pdf-files.ts';
import { createPrecompressPlugin } from './tools/precompress.ts';

const any = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'));

/**
 * Groups shared modules into a few chunks instead of about eighty, because each chunk costs a request and is compressed
 * separately. A group also includes the dependencies of its modules, and each module belongs to the first group that
 * matches it. Pages, and features that only one page uses, are separate chunks.
 */
const sharedCode = [
  // Chunk that every page loads: React, the router, API calls, the layout, all style sheets, and code that the home
  // page shares with other pages.
  {
    name: 'start',
    test: any(
      /client\/(index\.html|main\.tsx|layout\/lazy-part\.tsx)/,
      // Staff load the style sheets of their pages with those pages, because visitors pay for each rule here.
      /client\/(?!documents\/preview|discussion|marks\/milestone).*\.module\.css/,
      /contract\/(values\/(time|formatted\/formatted-text)|rules\/deadlines)\.ts/,
      /client\/(home\/(message-card|slide-face|slide-drawing)|faq\/faq-answer|deadlines\/use-now|layout\/use-page-title)\.tsx?/,
      /client\/ui\/(state\/(empty-state|error-state|loading|loaded)|columns|formatted-text|page-header|section|step-buttons)\.tsx/,
      /client\/(ui\/list\/(search-box|use-search|matches-search|nothing-found)|api\/(use-read|prefetch-requests))\.tsx?/,
      /@mantine\/core\/.*\/(Accordion|Avatar|Badge|DirectionProvider|SimpleGrid|get-base-value)\b/,
      /@mantine\/hooks\/.*\/(clamp|use-clipboard)/,
      /tabler\/.*\/Icon(Copy|Check|ExternalLink|ChevronLeft|ChevronRight|PlayerPause|PlayerPlay|User)\./,
      // Small modules of the login that a student's page needs first, too.
      /client\/(ui\/sentence|api\/(use-action|connection\/use-request))\.tsx?/,
      /contract\/(documents|exports\/sheets)\.ts/,
      /@mantine\/core\/.*\/Alert\b/,
    ),
  },
  // Form fields, file pickers, buttons and toasts for login and signup.
  {
    name: 'forms',
    test: any(
      /client\/layout\/(toasts|entry-card|new-password-input)\.tsx/,
      /client\/ui\/(office-contact|form\/(email-input|form-status|submit-button|stacked-form|file-picker|upload-progress))\.tsx?/,
      /client\/api\/(use-send-form|focus-first-error|validate)\.ts/,
      /client\/session\/(log-in|to-session|next-path|login-form|use-open-session)\.tsx?/,
      /contract\/(\w+\/)?(account|common-passwords|content-text|developers|help|modules|objections|password|session|unread-notices|unsubscribe)\.ts/,
      /@mantine\/(form|dropzone)\//,
      /@mantine\/core\/.*\/(LoadingOverlay|PasswordInput|Progress|TextInput|Textarea|is-element)\b/,
      /tabler\/.*\/Icon(FileText|FileUpload|X)\./,
    ),
  },
  // Code that a student's page needs before its first section is visible: a slow phone loads it before anything else.
  {
    name: 'signed-in',
    test: any(
      /client\/layout\/(ask-about|cohort-switch|earlier-vivas|group-people|marks-sheet|open-cohort-fields|person-line|sections|upload-button)\.tsx/,
      /client\/(ui\/(dialog\/use-last-defined|print\/)|api\/(cohorts|files)\/)/,
      /client\/documents\/(document-(list|versions)|find-versions|invalidate-uploads|use-document-kinds)\.tsx?/,
      /client\/groups\/(group-details|member-cards)\.tsx/,
      /client\/(pages\/students\/use-upload-dialog|results\/sheet-button|similarity\/group-similarity|submissions\/(extension-button|group-deadlines))\.tsx/,
      /contract\/(desk|groups|people|similarity|submissions|settings\/cohorts)\.ts/,
      /contract\/(rules\/|students\/(certificates|leave-requests|proposals|reviews)\.ts|values\/listed)/,
    ),
  },
  // Further code that several signed-in pages share: menu, dialogs, lists, filters and further form fields. Every
  // signed-in page needs most of it, so that two chunks would cost each of them a request more.
  {
    name: 'dialogs',
    test: any(
      // The PDF viewer is a chunk of its own.
      /client\/(layout\/(?!pdf-)|ui\/(?!pdf\/)|api|palette|shortcuts)/,
      /\/contract\/(?!values\/(colour|formatted\/(parse-|link-)))/,
      /client\/(session\/login-dialog|account\/unconfirmed)\.tsx/,
      /client\/certificates\/(own-certificates|entry-text|format-counts-for|state-badge)\.tsx?/,
      /client\/documents\/(document-links|member-documents|project-kinds|upload-cards)\.tsx?/,
      /client\/emails\/(email-buttons|format-attempts|no-mail-server)\.tsx?/,
      /client\/groups\/(admin\/(group-history|invalidate-groups)|editor\/(group-editor-dialog|staff-names)|people\/(former-members|recent-changes))\.tsx?/,
      /client\/marks\/(assigned-groups|mark-sections|draft\/((read|save|use)-draft|use-marks-request|conflict-values)|grid\/grid-keys)\.tsx?/,
      /client\/meetings\/(mark|viva)-section\.tsx/,
      /client\/settings\/(cohort-picker|invalidate-settings)\.tsx?/,
      /client\/submissions\/extension-requests\.tsx/,
      /@mantine\/core\//,
      /@mantine\/hooks\/.*\/use-debounced-value/,
      /tabler\/.*\/icons\//,
    ),
  },
  // Components that the settings forms share with the group form.
  { name: 'editing', test: /client\/settings\/|encode-photo/, minShareCount: 2 },
].map((group, index, { length }) => ({ ...group, priority: length - index }));

export default defineConfig({
  root: 'client',
  // Makes one `vite build` build the client and then the bundle that prerenders pages.
  builder: {},
  environments: {
    client: {
      build: {
        manifest: '.server/files.json',
        rolldownOptions: {
          input: ['client/index.html', 'client/early-events.ts'],
          output: { codeSplitting: { groups: sharedCode } },
        },
      },
    },
    ssr: {
      // Bundle all packages, so that the production build of React is used regardless of how the server is started.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/.server',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: 'client/prerendered-pages.tsx' },
      },
    },
  },
  plugins: [react(), createPdfFilesPlugin(), createPrecompressPlugin()],
  worker: { format: 'es' },
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // Do not inline assets as `data:` URLs, because the server's content security policy allows only its own files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Limit before compression, in kB. bench/web.ts and e2e/weight.e2e.ts check the compressed size.
    chunkSizeWarningLimit: 700,
  },
  // Proxy only API requests, because the modules of the client's own folder `api` are also served under `/api/`.
  server: { proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': 'http://127.0.0.1:3000' } },
});
