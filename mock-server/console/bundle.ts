/** How the page is built: one script and one style sheet for browsers, with all that they need in them. */
import type { OutputOptions, Plugin, RolldownOptions } from 'rolldown';

/** @param plugins further ones, such as what gathers licences */
export const consoleBundle = (
  plugins: readonly Plugin[] = [],
): Omit<RolldownOptions, 'output'> & { readonly output: OutputOptions } => ({
  // What captures sound runs apart from the page, and is loaded by it.
  input: { console: 'mock-server/console/page/main.tsx', capture: 'mock-server/console/page/capture.ts' },
  platform: 'browser',
  logLevel: 'warn',
  transform: {
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
  },
  plugins: [styles('console.css'), ...plugins],
  output: { dir: 'dist/console', format: 'esm', entryFileNames: '[name].js', minify: true },
  onLog(level, log, report) {
    if (log.code === 'UNRESOLVED_IMPORT') report('error', log);
    else report(level, log);
  },
});

/** Joins the style sheets that are imported, in the order of their imports, into one file. */
const styles = (fileName: string): Plugin => {
  const sheets = new Map<string, string>();
  return {
    name: 'styles',
    transform: {
      filter: { id: /\.css$/ },
      handler(code, id) {
        sheets.set(id, code);
        return { code: '', moduleType: 'js', moduleSideEffects: true };
      },
    },
    generateBundle() {
      const ordered = [...this.getModuleIds()].filter((id) => sheets.has(id)).map((id) => sheets.get(id) ?? '');
      this.emitFile({ type: 'asset', fileName, source: ordered.join('\n') });
    },
  };
};
