import path from 'node:path'
import { ensureSecret } from '../release/request-key.ts'

/** The secret that preview links of this data folder are signed with; made on first use, readable by its owner only. */
export const ensurePreviewSecret = (dataDir: string): string =>
  ensureSecret(path.join(dataDir, 'preview.secret'))
