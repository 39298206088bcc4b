import { contentSlice } from './state/content.slice.ts'
import { manifest } from './manifest.ts'

/** What both halves of the remote tell their host. */
export const shared = { manifest, slices: [contentSlice] }
