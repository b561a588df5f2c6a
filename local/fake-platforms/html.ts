// The frame of the pages that a person looks at. Nothing is loaded from elsewhere.
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const STYLE = `
:root{color-scheme:light dark;--line:#8883;--soft:#8889;--card:#fff;--back:#f4f4f5;--text:#18181b;--accent:#3b5bdb}
@media(prefers-color-scheme:dark){:root{--card:#1c1c1f;--back:#101012;--text:#f4f4f5;--accent:#91a7ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
header,main{max-width:40rem;margin:0 auto;padding:1rem}
h1{font-size:1.3rem;margin:.5rem 0}
header p,.meta,.empty{color:color-mix(in srgb,var(--text) 65%,transparent)}
article{background:var(--card);border:1px solid var(--line);border-radius:12px;margin:0 0 1.25rem;overflow:hidden}
.by,.meta,.alt{padding:.5rem 1rem;margin:0;font-size:.875rem}
.by{display:flex;gap:.5rem;justify-content:space-between;font-size:1rem}
.kind{border:1px solid var(--line);border-radius:99px;padding:0 .6rem;font-size:.8rem;white-space:nowrap}
.media{display:flex;overflow-x:auto;scroll-snap-type:x mandatory;background:#0001}
.media figure{flex:0 0 100%;margin:0;scroll-snap-align:start}
.media img,.media video{display:block;width:100%;max-height:36rem;object-fit:contain}
.text{padding:.5rem 1rem;margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
a{color:var(--accent)}
.options{display:grid;grid-template-columns:auto 1fr;gap:.1rem .75rem;margin:0;padding:.25rem 1rem .5rem;font:.8rem/1.4 ui-monospace,monospace}
.options dd{margin:0;overflow-wrap:anywhere}
.comment{margin:0;padding:.35rem 1rem;border-top:1px solid var(--line);font-size:.9rem}
.meta{display:flex;flex-wrap:wrap;gap:.25rem 1rem;border-top:1px solid var(--line)}
.choices{list-style:none;padding:0}.button{display:inline-block;margin:.25rem 0;padding:.5rem 1rem;border:1px solid var(--line);border-radius:8px;background:var(--card)}
`

export const page = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style>${head}</head>
<body>${body}</body></html>`
