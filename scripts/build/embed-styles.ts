import { rspack, type Compiler, type RspackPluginInstance } from '@rspack/core'

/** How many pixels a rem counts in queries for a width, because an embed must not depend on the host's root font size. */
const PIXELS_OF_REM = 16

/**
 * Converts the style sheet of a page for an embed: rules for the document become rules for the shadow root, sizes become multiples of
 * `--tessera-rem`, because the host's root may have any font size, widths are those of the element instead of the window, and dark
 * colours need the host's `scheme="auto"`.
 */
export const embedStyles = (css: string): string => RESET + deferredStyles(css) + LAST

/** The same for deferred styles, without the reset and the last rules. */
const deferredStyles = (css: string): string =>
  css
    .replace(/@media([^{]*\bwidth\b[^{]*)\{/g, (_all, query: string) => `@container${inPixels(query)}{`)
    .replace(
      /(@media (?:screen and )?\(prefers-color-scheme:\s*dark\)\s*\{\s*):root\b/g,
      '$1:host([scheme=auto])',
    )
    .replace(/color-scheme:\s*light dark/g, 'color-scheme:light')
    .replace(/(?<![\w-]):root\b/g, ':host')
    .replace(/(^|[{},])html(?=[{,])/g, '$1:host')
    .replace(/(^|[{},])body(?=[{,\s])/g, '$1.embed')
    .replace(OF_PAGES, '')
    .replace(SCRIPTING, (_all, is: string, rules: string) => (is === 'enabled' ? rules : ''))
    .replace(/(-?\d*\.?\d+)rem\b/g, 'calc(var(--tessera-rem)*$1)')
    .replace(/(-?\d*\.?\d+)vw\b/g, '$1cqi')

/** Rules for parts of a page outside its main content, which embeds do not have. */
const OF_PAGES = /(?<=[{}])\.(?:lead|wrap)\{[^{}]*\}/g

/** Rules for browsers with script, or without: nothing is embedded in the latter. */
const SCRIPTING = /@media \(scripting:\s*(enabled|none)\)\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g

const inPixels = (query: string): string =>
  query.replace(/(\d*\.?\d+)rem\b/g, (_all, number: string) => `${Number(number) * PIXELS_OF_REM}px`)

/** Stops everything that the element inherits from the host's page. */
const RESET =
  ':host{display:block;inline-size:100%;container-type:inline-size}:host([hidden]){display:none}.embed{all:initial;display:block}'

/** The host's background shows through; dark colours need a visitor who prefers them and a host that allows them. */
const LAST = '.embed{background:none;color-scheme:inherit}:host([scheme=auto]){color-scheme:light dark}'

/** Remove custom properties that no rule uses: they belong to pages, and hosts could not use them. `deferred` is searched for uses too. */
export function onlyUsed(css: string, deferred = ''): string {
  const used = new Set([...(css + deferred).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const kept = css.replace(/(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (all, name: string) =>
    used.has(name) ? all : '',
  )
  return kept === css ? css : onlyUsed(kept, deferred)
}

const PLACEHOLDER = '__EMBED_STYLES__'
/** Placeholder in a deferred script, for the styles that only it needs. */
const DEFERRED_PLACEHOLDER = '__EMBED_DEFERRED_STYLES__'

/** Modules of the bundler's runtime that load style files, which embeds do not have. */
const STYLE_FILES: ReadonlySet<string> = new Set([
  'css_loading',
  'get css chunk filename',
  'auto_public_path',
])

/** Puts the style sheets of each entry into its script, so that embeds load no style files. */
export class EmbedStylesPlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    new rspack.DefinePlugin({
      EMBED_STYLES: JSON.stringify(PLACEHOLDER),
      EMBED_DEFERRED_STYLES: JSON.stringify(DEFERRED_PLACEHOLDER),
    }).apply(compiler)
    compiler.hooks.thisCompilation.tap('EmbedStyles', (compilation) => {
      compilation.hooks.runtimeModule.tap('EmbedStyles', (module) => {
        if (STYLE_FILES.has(module.name) && module.source) module.source.source = Buffer.from('')
      })
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH
      compilation.hooks.processAssets.tap({ name: 'EmbedStyles', stage }, (assets) => {
        const textOf = (name: string) => String(assets[name]?.source() ?? '')
        const put = (name: string, place: string, css: string): boolean => {
          const code = textOf(name)
          const made = code.replace(new RegExp(`(["'\`])${place}\\1`), () => JSON.stringify(css))
          if (made === code) return false
          compilation.updateAsset(name, new rspack.sources.RawSource(made))
          return true
        }
        const ofKind = (files: Iterable<string>, kind: string) =>
          [...files].filter((name) => name.endsWith(kind))
        const sheets = Object.keys(assets).filter((name) => name.endsWith('.css'))
        const entries = [...compilation.entrypoints.values()].map((entry) => entry.getFiles())
        const initial = new Set(entries.flat())
        const asyncChunks = [...compilation.chunks]
          .map(({ files }) => [...files])
          .filter(([name = '']) => !initial.has(name))
        const withDeferred = asyncChunks.filter((files) => {
          const css = deferredStyles(ofKind(files, '.css').map(textOf).join('\n'))
          return ofKind(files, '.js').some((name) => put(name, DEFERRED_PLACEHOLDER, css))
        })
        const deferred = withDeferred.flatMap((files) => ofKind(files, '.css'))
        // The styles of all other async chunks go into the entry that loads them.
        const others = sheets.filter((name) => !initial.has(name) && !deferred.includes(name))
        for (const files of entries) {
          const own = [...sheets.filter((name) => files.includes(name)), ...others]
          const css = onlyUsed(embedStyles(own.map(textOf).join('\n')), deferred.map(textOf).join('\n'))
          for (const name of ofKind(files, '.js')) put(name, PLACEHOLDER, css)
        }
        for (const name of sheets) compilation.deleteAsset(name)
      })
    })
  }
}
