import type { BrowserContext, Page } from '@playwright/test'
import type { PEOPLE } from '../../e2e/support/sign-in.ts'

/** The windows in which every screen is taken. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const
export type Size = keyof typeof SIZES

export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** Position and size of an element, in CSS pixels from the top left corner of the document. */
export interface Box {
  /** Role and name, e.g. `button "Next page"`. */
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A page in one of its states. */
export interface Screen {
  /** Start of its pictures' file names; unique. */
  readonly id: string
  readonly group: string
  readonly name: string
  /** URL without the origin. */
  readonly path: string
  /** Landmarks, headings and controls in document order. Colour schemes do not change the layout. */
  readonly boxes: Readonly<Record<Size, readonly Box[]>>
}

/** The tools of a tour. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Take the page in its current state, in every window and colour scheme. */
  readonly take: (name: string) => Promise<void>
  /** Open a path of the site. */
  readonly open: (path: string) => Promise<void>
}

/** A visitor's way through pages and states that belong together. */
export interface ScreenTour {
  readonly group: string
  /**
   * The demonstration site, with Arabic, with a form of all field types and faulty drafts, or without its platform. These three
   * do not exist with `--url`.
   */
  readonly site?: 'arabic' | 'all fields' | 'outage'
  readonly hasScript?: false
  readonly who?: keyof typeof PEOPLE
  readonly go: (visit: Visit) => Promise<void>
}

/** Name of a picture's file. */
export const pictureOf = (id: string, size: Size, scheme: Scheme): string => `${id}.${size}-${scheme}.png`
