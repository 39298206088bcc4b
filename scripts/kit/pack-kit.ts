import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CONTRACT_VERSION } from '@tessera/shared/contract'
import { ROOT } from '../paths/root.ts'
import { packagesIn, reachedFrom, toOutput, withOwnNames } from './compiled-modules.ts'
import { CONTRACT, REMOTE, type KitPackage } from './kit-packages.ts'

const run = promisify(execFile)
const TSC = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript-7')))

/**
 * Pack the packages that other repositories install into tarballs. @returns their files
 * @throws Error with the compiler's messages, or npm's
 */
export async function packKit(target: string): Promise<readonly string[]> {
  mkdirSync(path.join(ROOT, 'dist'), { recursive: true })
  mkdirSync(target, { recursive: true })
  const folder = mkdtempSync(path.join(ROOT, 'dist/kit-'))
  try {
    const compiled = path.join(folder, 'compiled')
    await compile(compiled)
    return await Promise.all([CONTRACT, REMOTE].map((one) => pack(one, compiled, folder, target)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compile the sources to JavaScript with types, because Node does not strip types in installed packages. */
async function compile(output: string): Promise<void> {
  const project = `${output}.json`
  writeFileSync(
    project,
    JSON.stringify({
      extends: path.join(ROOT, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        target: 'es2022',
        types: ['node'],
        // Modules that resolve to an installed package are not compiled.
        paths: { '@tessera/shared/*': [`${ROOT}/shared/*/index.ts`, `${ROOT}/shared/*.ts`] },
        rootDir: ROOT,
        outDir: output,
      },
      files: [...sourcesOf(CONTRACT), ...sourcesOf(REMOTE), 'shared/ui/css-modules.d.ts'].map((file) =>
        path.join(ROOT, file),
      ),
      include: [],
    }),
  )
  await run(process.execPath, [TSC, '-p', project, '--pretty', 'false', '--singleThreaded'], {
    cwd: ROOT,
  }).catch((error: Error & { readonly stdout?: string }) => {
    throw new Error(error.stdout || error.message)
  })
}

const sourcesOf = ({ entries, besides }: KitPackage): readonly string[] => [
  ...Object.values(entries),
  ...besides,
]

async function pack(kit: KitPackage, compiled: string, folder: string, target: string): Promise<string> {
  const place = path.join(folder, kit.name.replace(/^@tessera\//, ''))
  const code = reachedFrom(sourcesOf(kit), '.js', compiled)
  const files = kit === CONTRACT ? [...code, ...reachedFrom(sourcesOf(kit), '.d.ts', compiled)] : code
  const packages = new Set(kit.needs)
  for (const file of files) {
    if (kit === REMOTE && file.startsWith('shared/')) continue // the package imports these from the contract
    const text = withOwnNames(readFileSync(path.join(compiled, file), 'utf8'), file, kit)
    for (const name of packagesIn(text)) packages.add(name)
    write(path.join(place, file), text)
  }
  for (const pattern of kit.copied)
    for (const file of globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }))
      if (path.extname(file) || file.endsWith('gitignore'))
        cpSync(path.join(ROOT, file), path.join(place, file))
  if (kit === REMOTE) write(path.join(place, 'tsconfig.json'), compilerOptions())
  packages.delete(kit.name)
  write(path.join(place, 'package.json'), JSON.stringify(describe(kit, [...packages].toSorted()), null, 2))
  const { stdout } = await run('npm', ['pack', place, '--pack-destination', target, '--json'], {
    cwd: folder,
  })
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[]
  return path.join(target, packed?.filename ?? '')
}

/** The compiler options for a remote: those of this checkout, and the types of style sheets. */
function compilerOptions(): string {
  const text = readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8')
  const { compilerOptions } = JSON.parse(text) as { readonly compilerOptions: object }
  return JSON.stringify({ compilerOptions, files: ['shared/ui/css-modules.d.ts'] }, null, 2)
}

function describe(kit: KitPackage, packages: readonly string[]) {
  const entries = Object.entries(kit.entries).map(([name, file]) => [name, `./${toOutput(file)}`] as const)
  const isProgram = kit === REMOTE
  return {
    name: kit.name,
    version: CONTRACT_VERSION,
    description: kit.description,
    license: 'MIT',
    type: 'module',
    sideEffects: ['*.css'],
    engines: { node: '>=24' },
    ...(isProgram
      ? { bin: Object.fromEntries(entries) }
      : {
          exports: Object.fromEntries(
            entries.map(([name, file]) => [name, { types: file.replace(/\.js$/, '.d.ts'), default: file }]),
          ),
        }),
    dependencies: Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
  }
}

/**
 * The installed version of a package of this checkout, as an npm alias when it is installed under another name. The
 * contract has the kit's own version.
 */
function versionOf(name: string): string {
  if (name === CONTRACT.name) return CONTRACT_VERSION
  const places = ['shared', 'shell', ''].map((place) =>
    path.join(ROOT, place, 'node_modules', name, 'package.json'),
  )
  const file = places.find((place) => existsSync(place))
  if (file === undefined) throw new Error(`${name} is not installed here`)
  const own = JSON.parse(readFileSync(file, 'utf8')) as { readonly name: string; readonly version: string }
  return own.name === name ? own.version : `npm:${own.name}@${own.version}`
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
