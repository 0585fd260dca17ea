/** The frame that the page's script fills. */

const document = (head: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Understudy</title>
${head}</head>
<body>
${body}
</body>
</html>
`;

/** A data address: the page asks for no icon. */
const icon =
  '<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Crect width=%2216%22 height=%2216%22 rx=%224%22 fill=%22%230e7490%22/%3E%3Cpath d=%22M4 5v3a4 4 0 0 0 8 0V5%22 fill=%22none%22 stroke=%22white%22 stroke-width=%222%22 stroke-linecap=%22round%22/%3E%3C/svg%3E">\n';

export const html = document(
  `${icon}<link rel="stylesheet" href="console/console.css">
<script type="module" src="console/console.js"></script>
`,
  '<div id="console"><noscript>The console needs JavaScript. The control API does not: it is below this address.</noscript></div>',
);

/** What is shown where the package was not built. */
export const notBuilt = document(
  icon,
  '<h1>The console is not built</h1>\n<p>This mock runs from source. Run <code>npm run build:js</code> and load the page again.</p>',
);

/** What is shown for a file to try the service with that is none. */
export const noSample = document(icon, '<h1>There is no such file</h1>');
