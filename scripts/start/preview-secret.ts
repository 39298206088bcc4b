import path from 'node:path'
import { ensureSecret } from '../release/request-key.ts'

/** The secret that signs preview links of this data folder; created on first use, readable by its owner only. */
export const ensurePreviewSecret = (dataDir: string): string =>
  ensureSecret(path.join(dataDir, 'preview.secret'))
