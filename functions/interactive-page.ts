// The page on which requests can be tried: Scalar's program, which the dashboard's bucket serves, on the OpenAPI document. Pure.
import { REFERENCE_PROGRAM } from '../core/contract.ts'

/** Nothing of it asks anybody but this service: no fonts, no proxy, no statistics, no assistant. */
const CONFIGURATION = {
  url: 'v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
}

/** It writes styles of its own, and may do so only on this page. @param dashboard origin of the dashboard. */
export const interactivePolicy = (dashboard: string): string =>
  [
    "default-src 'none'",
    `script-src ${dashboard}${REFERENCE_PROGRAM}`,
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The page. @param dashboard origin of the dashboard. */
export const interactivePage = (
  dashboard: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Social Publisher API</title><link rel="icon" href="data:,"></head><body>
<noscript><p>This page needs JavaScript. <a href="docs">The same without it.</a></p></noscript>
<script id="api-reference" data-configuration="${attribute(JSON.stringify(CONFIGURATION))}"></script>
<script src="${dashboard}${REFERENCE_PROGRAM}"></script>
</body></html>
`
