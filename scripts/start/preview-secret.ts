import path from 'node:path'
import { ensureSecret } from '../release/request-key.ts'

/** The file of the secret in a data folder. */
export const previewSecretIn = (dataDir: string): string => path.join(dataDir, 'preview.secret')

/** The secret that signs preview links of this data folder; created on first use, readable by its owner only. */
export const ensurePreviewSecret = (dataDir: string): string => ensureSecret(previewSecretIn(dataDir))
