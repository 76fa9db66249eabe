import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the pages into `terminal/dist`, which the service serves. Nothing is loaded from elsewhere. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    chunkSizeWarningLimit: 700, // kB before compression; a test holds what travels
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // which know light-dark()
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
});
