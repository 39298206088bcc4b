import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'

/** Folder for the compiler's incremental state, so that unchanged files are not checked again. */
const NOTES = 'dist/types'
const NOT_SHIPPED = ['**/*.test.ts', '**/*.test.tsx', '**/node_modules']

/** The sources that the compiler checks. */
interface TypesProject {
  /** The repository of the sources. */
  readonly root: string
  /** Name of the files with the project and its state. */
  readonly name: string
  readonly folders: readonly string[]
  /** Excluded besides tests. */
  readonly exclude?: readonly string[]
}

/** Write a project file for the compiler's option `-p`. @returns the file */
export function writeTypesProject({ root, name, folders, exclude = [] }: TypesProject): string {
  const notes = path.join(root, NOTES)
  const project = path.join(notes, `${name}.json`)
  mkdirSync(notes, { recursive: true })
  writeFileSync(
    project,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: {
        // Whatever the repository's own project says: nothing is written beside the sources.
        noEmit: true,
        incremental: true,
        tsBuildInfoFile: `./${name}.tsbuildinfo`,
        types: ['node'],
      },
      files: [path.join(ROOT, 'shared/ui/css-modules.d.ts')],
      include: folders.map((folder) => `${folder}/**/*`),
      exclude: [...NOT_SHIPPED, ...exclude].map((place) => path.join(root, place)),
    }),
  )
  return project
}
