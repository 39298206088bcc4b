import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { CONTRACT, type KitPackage } from './kit-packages.ts'

/** The path of the compiled file of a source. */
export const toOutput = (file: string): string => file.replace(/\.tsx?$/, '.js')

const SPECIFIER = /(?<=\b(?:from|import)\s*\(?\s*)(['"])([^'"\n]+)\1/g

/** Compiled files, of code or of types, that sources include by relative imports, with those of the sources themselves. */
export function reachedFrom(
  sources: readonly string[],
  extension: '.js' | '.d.ts',
  folder: string,
): readonly string[] {
  const reached = new Set(sources.map(withoutExtension))
  for (const module of reached)
    for (const [, , name = ''] of readFileSync(path.join(folder, module + extension), 'utf8').matchAll(
      SPECIFIER,
    )) {
      const shared = sharedModule(name)
      if (shared) reached.add(shared)
      else if (/^\..*\.[jt]sx?$/.test(name))
        reached.add(withoutExtension(path.posix.join(path.posix.dirname(module), name)))
    }
  return [...reached].map((module) => module + extension)
}

const withoutExtension = (file: string): string => file.replace(/\.[jt]sx?$/, '')

/** The module of this checkout for an import of a shared folder; undefined for other imports. */
function sharedModule(name: string): string | undefined {
  const shared = /^@tessera\/shared\/(.+)$/.exec(name)?.[1]
  return shared && (shared.includes('/') ? `shared/${shared}` : `shared/${shared}/index`)
}

/**
 * Code as other repositories get it: shared folders are imported by the names that the contract exports, which a host may share, or by
 * their place in it; and modules by their compiled names.
 * @throws Error for an import of a shared folder that the contract does not export
 */
export const withOwnNames = (text: string, file: string, kit: KitPackage): string =>
  text.replace(SPECIFIER, (_all, quote: string, name: string) => {
    const shared = sharedModule(name)
    if (shared === undefined) return `${quote}${name.startsWith('.') ? toOutput(name) : name}${quote}`
    const isInside =
      kit === CONTRACT && !Object.values(CONTRACT.entries).some((entry) => entry.startsWith(shared))
    const own = isInside ? path.posix.relative(path.posix.dirname(file), `${shared}.js`) : publicName(name)
    if (!isInside && !isExported(own))
      throw new Error(`${file} is in the kit and imports ${name}, which the contract does not export`)
    return `${quote}${own}${quote}`
  })

const publicName = (name: string): string =>
  name
    .replace(/^@tessera\/shared\/contract$/, CONTRACT.name)
    .replace(/^@tessera\/shared(?=\/)/, CONTRACT.name)

const isExported = (name: string): boolean =>
  Object.hasOwn(CONTRACT.entries, name.replace(CONTRACT.name, '.')) || /\.css$/.test(name)

/** Installed packages that code imports. */
export const packagesIn = (text: string): readonly string[] =>
  [...text.matchAll(SPECIFIER)]
    .map(([, , name = '']) => name)
    .filter((name) => /^[@a-z]/.test(name) && !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
