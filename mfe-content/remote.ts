import { contentSlice } from './state/content.slice.ts'
import { manifest } from './manifest.ts'

/** The members that both halves of the remote have in common. */
export const shared = { manifest, slices: [contentSlice] }
