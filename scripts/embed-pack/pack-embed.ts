import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import ts from 'typescript'
import { ROOT } from '../paths/root.ts'

const FOLDER = 'embed'

/**
 * Pack @tessera/embed into a folder: its scripts, their types, and how it is used. Gives the path of the package.
 * @throws Error with what does not compile
 */
export function packEmbed(out: string): string {
  const made = mkdtempSync(path.join(tmpdir(), 'tessera-embed-'))
  try {
    compile(made)
    cpSync(path.join(ROOT, FOLDER, 'package.json'), path.join(made, 'package.json'))
    cpSync(path.join(ROOT, FOLDER, 'federated.d.ts'), path.join(made, FOLDER, 'federated.d.ts'))
    cpSync(path.join(ROOT, 'docs/embedding.md'), path.join(made, 'README.md'))
    cpSync(path.join(ROOT, 'LICENSE'), path.join(made, 'LICENSE'))
    mkdirSync(out, { recursive: true })
    const args = ['pack', '--silent', '--pack-destination', path.resolve(out)]
    const file = execFileSync('npm', args, { cwd: made, encoding: 'utf8' }).trim()
    return path.join(path.resolve(out), file)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

const SCRIPTS = ['index', 'react'] as const
const TARGET = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext } as const

/** Compile the scripts of the package, and the declarations of all that its types refer to. */
function compile(folder: string): void {
  const sources = SCRIPTS.map((name) => path.join(ROOT, FOLDER, `${name}.ts`))
  const program = ts.createProgram(sources, {
    ...TARGET,
    strict: true,
    declaration: true,
    emitDeclarationOnly: true,
    allowImportingTsExtensions: true,
    rootDir: ROOT,
    outDir: folder,
    skipLibCheck: true,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  })
  const faults = ts.getPreEmitDiagnostics(program)
  if (faults.length > 0)
    throw new Error(
      faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n'),
    )
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
  }
  program.emit(undefined, (file, text) => {
    const isNamed = path.dirname(file) === path.join(folder, FOLDER) || TYPES_ELSEWHERE.test(file)
    if (isNamed) write(file, text)
  })
  for (const source of sources)
    write(
      path.join(folder, FOLDER, `${path.parse(source).name}.js`),
      ts.transpileModule(readFileSync(source, 'utf8'), {
        compilerOptions: {
          ...TARGET,
          module: ts.ModuleKind.ESNext,
          verbatimModuleSyntax: true,
          allowImportingTsExtensions: true,
        },
      }).outputText,
    )
}

/** Declarations outside the package that its types refer to. */
const TYPES_ELSEWHERE = /embed[\\/](?:options|mount-embed)\.d\.ts$/
