import { join, sep } from 'node:path'

/** The file of an asset in the folder of asset files; null for a path that leads outside the folder. */
export function assetFile(root: string, path: string): string | null {
  if (path.includes('\0') || path.includes('\\')) return null
  const file = join(root, path)
  return file.startsWith(root + sep) ? file : null
}
