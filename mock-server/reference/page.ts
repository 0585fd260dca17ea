/** The page of the API reference: a frame that Swagger UI fills, as its makers built it, and what it is told. */
import { html, raw } from '../../spec/pages/html-text.ts';
import { pageOf } from '../../spec/pages/page.ts';

export const page = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>API reference · Understudy</title>
      ${raw('<link rel="icon" href="data:," />')}
      <link rel="stylesheet" href="/__understudy/docs/swagger-ui.css" />
      <link rel="stylesheet" href="/__understudy/docs/reference.css" />
    </head>
    <body>
      <nav aria-label="Pages">
        <a href="/__understudy/">Console</a>
        <a href="/__understudy/docs" aria-current="page">API reference</a>
        <a href="/__understudy/docs/clauses">Clauses</a>
        <a href="/__understudy/docs/gaps">Gaps</a>
      </nav>
      <main id="reference"><noscript>The reference needs JavaScript. Clauses and gaps do not.</noscript></main>
      <script src="/__understudy/docs/swagger-ui-bundle.js"></script>
      <script src="/__understudy/docs/reference.js"></script>
    </body>
  </html> `.html;

/** Requests go to this mock: whoever has a key can try each operation. No validator of somebody else's is asked. */
export const script = `SwaggerUIBundle({
  url: '/__understudy/docs/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** Swagger UI knows light only: in the dark its colours are turned round, and its pictures back. Those of its own that are too pale to be read are darker. */
export const style = `body { margin: 0; font: 15px/1.5 ui-sans-serif, system-ui, "Segoe UI", sans-serif; background: #fff; color: #1d1f24; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; max-width: 1460px; margin: 0 auto; padding: 1rem 20px; font-size: .9rem; }
nav a { color: #5b606a; text-decoration: none; padding: .3rem 0; } nav a:hover { text-decoration: underline; }
nav a[aria-current] { color: #1d1f24; font-weight: 600; }
.swagger-ui details { margin: .5rem 0; font-size: .85rem; } .swagger-ui details summary { cursor: pointer; }
.swagger-ui details a { display: inline-block; margin: .1rem .7rem .1rem 0; }
.swagger-ui .info { margin: 20px 0; }
.swagger-ui details a, .swagger-ui .info a, .swagger-ui a.link { color: #1d5c9c; }
.swagger-ui .btn.execute { background-color: #1d5c9c; border-color: #1d5c9c; }
.swagger-ui .btn.cancel { color: #b3261e; border-color: #b3261e; }
.swagger-ui .btn.authorize { color: #17703f; border-color: #17703f; } .swagger-ui .btn.authorize svg { fill: #17703f; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #17703f; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1f5f9e; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
.swagger-ui .info .title small { background: #5b6270; } .swagger-ui .info .title small.version-stamp { background: #4a6b00; }
.swagger-ui .parameter__in, .swagger-ui .parameter__extension { color: #5b606a; }
.swagger-ui .parameter__name.required span, .swagger-ui .parameter__name.required::after { color: #b3261e; }
@media (prefers-color-scheme: dark) {
  html { background: #14161a; }
  body { background: #fff; filter: invert(.91) hue-rotate(180deg); min-height: 100vh; }
  .swagger-ui img, .swagger-ui video, .swagger-ui .microlight { filter: invert(1) hue-rotate(180deg); }
}
`;

/** What is shown where the package was not built. */
export const notBuilt = pageOf({
  title: 'Not built · Understudy',
  head: html`<header><h1>The API reference is not built</h1></header>`,
  main: html`<p>
    This mock runs from source. Run <code>npm run build:js</code> and load the page again. The
    <a href="/__understudy/docs/clauses">clauses</a> and the <a href="/__understudy/docs/gaps">gaps</a> are there, and
    <a href="/__understudy/openapi.json">openapi.json</a>.
  </p>`,
  foot: 'Understudy',
});
