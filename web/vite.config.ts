import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { guides } from './guides-plugin';
import { kitVariables } from './kit-variables';
import { texts } from './texts-plugin';
import { trimKit } from './trim-kit';
import { trimScalar } from './trim-scalar';
import { trimTrpc } from './trim-trpc';

const server = process.env['API_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/user/api/',
  publicDir: join(import.meta.dirname, 'public'),
  plugins: [guides, texts, react(), kitVariables, trimKit, trimScalar, trimTrpc],
  // Scalar’s Vue asks for its build flags.
  define: {
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'safari17.5', 'firefox120'],
    // Lowered `light-dark()` needs variables that Mantine never sets.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // `font-src 'self'` refuses `data:`.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The shell lists every other file, so each character of a name counts a few hundred times.
        chunkFileNames: 'assets/[hash:7].js',
        // Fonts are found by their names.
        assetFileNames: ({ names }) => `assets/${names[0]?.endsWith('.css') ? '' : '[name]-'}[hash:7][extname]`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
            {
              name: 'data',
              tags: ['$initial'],
              test: /node_modules\/(?:@trpc\/|@tanstack\/(?:query-core|react-query|history|store|react-store|router-core|react-router)\/)/,
            },
            { name: 'shell', tags: ['$initial'], test: /^(?!.*(?:index\.html|main\.tsx)).*$/ },
          ],
        },
      },
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4000,
  },
  server: {
    port: Number(process.env['CONSOLE_PORT'] ?? 5173),
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/trpc', '/files', '/user/api/operations.json'].map((path) => [path, { target: server }]),
    ),
  },
});
