import type { BrowserContext, Page } from '@playwright/test'
import type { PEOPLE } from '../../e2e/support/sign-in.ts'

/** The windows in which everything is looked at. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const
export type Size = keyof typeof SIZES

export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** Where something stands on a page, in CSS pixels from the top left corner of the document. */
export interface Box {
  /** What it is, e.g. `button "Next page"`. */
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A page in one of its states, as it was taken. */
export interface Screen {
  /** Begins the names of its pictures; unique. */
  readonly id: string
  readonly group: string
  readonly name: string
  /** Address without the origin. */
  readonly path: string
  /** Landmarks, headings and controls in the order of the document. The colour scheme moves nothing. */
  readonly boxes: Readonly<Record<Size, readonly Box[]>>
}

/** What a walk works with. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Take the page as it is now, in every window and colour scheme. */
  readonly take: (name: string) => Promise<void>
  /** Open a path of the site. */
  readonly open: (path: string) => Promise<void>
}

/** A visitor's way through pages and states that belong together. */
export interface Walk {
  readonly group: string
  /**
   * The demonstration site, the same with Arabic, with a form of all types of fields and drafts full of faults, or without its
   * platform: those three are not there with `--url`.
   */
  readonly site?: 'arabic' | 'all fields' | 'outage'
  readonly hasScript?: false
  readonly who?: keyof typeof PEOPLE
  readonly go: (visit: Visit) => Promise<void>
}

/** Name of a picture's file. */
export const pictureOf = (id: string, size: Size, scheme: Scheme): string => `${id}.${size}-${scheme}.png`
