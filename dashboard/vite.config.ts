// How the dashboard is built: hashed files beside an index.html that has no script or style of its own, as its content
// security policy demands. `npm run build -w dashboard` makes dashboard/dist.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // React itself has the hook that the shim gives to older versions.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  build: {
    target: 'baseline-widely-available',
    // The policy knows no data: addresses.
    assetsInlineLimit: 0,
    // In folders of the tests too; what was there is of an older build.
    emptyOutDir: true,
    // Sizes are held by a test (test/browser/sizes.test.ts).
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The code that every page needs, in one file: it packs tighter, and an update of a page leaves it as it is.
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|openapi-fetch|@tanstack)\/(?!.*\/(queriesObserver|useQueries|mutationObserver|useMutation)\.)/,
            },
            // Code that only some pages need goes with them.
            {
              name: 'frame',
              test: /\/src\/(api(?!\/(this-window|calendar|connections|drafts|insights|keys|mutation|posts|same-key|schemas|webhooks)\.)|shell\/(?!(no-owner|offline-note|owner-menu|reconnect-banner)\.)|parts(?!\/(badge|chart|copy-field|key-list|table|time|dialog|confirm-dialog|stay|field-problem|empty-state|fallback|form-foot|kept-focus|kept-state|maker|field)\.)|posts\/post-filters\.|i18n\/([a-z]+|en\/(parts|shell))\.ts)/,
            },
            // Small files of the same pages: the first load lists every file that there is.
            { name: 'mutation', test: /\/(src\/api\/(mutation|same-key)|mutationObserver|useMutation)\./ },
            { name: 'queries', test: /\/(queriesObserver|useQueries)\./ },
            {
              name: 'scheduling',
              test: /\/src\/(api\/drafts|pages\/compose\/send-post|platforms\/names|posts\/moment-field)\./,
            },
            {
              name: 'short-time',
              test: /\/src\/(accounts\/accounts-by-id|api\/connections|posts\/(account-names|as-counted|post-state|short-time))\./,
            },
            { name: 'notes', test: /\/src\/(shell\/(offline-note|reconnect-banner)|i18n\/en\/reconnect)\./ },
            { name: 'draft', test: /\/src\/(kept-in|pages\/compose\/draft)\./ },
            // Before the dialogs, which would take it along: the composer needs it without them.
            { name: 'kept-focus', test: /\/src\/parts\/kept-focus\./ },
            { name: 'dialog', test: /\/src\/parts\/(dialog|form-foot|kept-state|maker|stay|field-problem)\./ },
            { name: 'figure-names', test: /\/src\/(pages\/insights\/figure(s-by-day|-names)|i18n\/en\/insights)\./ },
            { name: 'media-queries', test: /\/src\/media\/(assets-by-id|media-queries)\./ },
            {
              name: 'thumbnail',
              test: /\/src\/(media\/(kind-picture|thumbnail)|pages\/compose\/glyphs|i18n\/en\/preview)\./,
            },
          ],
        },
      },
    },
  },
  server: {
    // `npm run dev -w dashboard` beside `npm start`: DASHBOARD_URL is the address on its ready line.
    proxy: process.env.DASHBOARD_URL ? { '/api': { target: process.env.DASHBOARD_URL, changeOrigin: true } } : {},
  },
})
