import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { precompress } from './tools/precompress.ts';

export default defineConfig({
  root: 'client',
  plugins: [react(), precompress()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // The content security policy of the server allows files of its own only: no `data:` assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // Only the calls: the client has a folder named api of its own.
  server: { proxy: { '^/api/(auth|content|docs)/': 'http://127.0.0.1:3000' } },
});
