import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'

/** Where the compiler's notes are kept: what has not changed is not checked again. */
const NOTES = 'dist/types'
const NOT_SHIPPED = ['**/*.test.ts', '**/*.test.tsx', '**/node_modules']

/** Which sources the compiler checks. */
interface TypesProject {
  /** The repository that they are part of. */
  readonly root: string
  /** Of the notes. */
  readonly name: string
  readonly folders: readonly string[]
  /** Left out besides tests. */
  readonly exclude?: readonly string[]
}

/** Write down for the compiler what it is to check, as its `-p` takes it. @returns the file */
export function writeTypesProject({ root, name, folders, exclude = [] }: TypesProject): string {
  const notes = path.join(root, NOTES)
  const project = path.join(notes, `${name}.json`)
  mkdirSync(notes, { recursive: true })
  writeFileSync(
    project,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: { incremental: true, tsBuildInfoFile: `./${name}.tsbuildinfo`, types: ['node'] },
      files: [path.join(ROOT, 'shared/ui/css-modules.d.ts')],
      include: folders.map((folder) => `${folder}/**/*`),
      exclude: [...NOT_SHIPPED, ...exclude].map((place) => path.join(root, place)),
    }),
  )
  return project
}
