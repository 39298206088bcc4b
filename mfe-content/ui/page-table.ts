import type { ComponentType } from 'react'
import { AnyPage } from './any-page.tsx'
import { ContentPage } from './content-page.tsx'
import { CouncillorPage } from './councillor-page.tsx'
import { DocumentPage } from './document-page.tsx'
import { EventPage } from './event-page.tsx'
import { HomePage } from './home-page.tsx'
import { LandingPage } from './landing-page.tsx'
import { ListingPage } from './listing-page.tsx'
import { NewsPage } from './news-page.tsx'
import type { PageProps } from './page-props.ts'
import { PlanningPage } from './planning-page.tsx'
import { VenuePage } from './venue-page.tsx'

/** View → page component, one row each. The manifest pairs each view with the mapper that makes its model. */
export const PAGES: Readonly<Record<string, ComponentType<PageProps<never>>>> = {
  home: HomePage,
  landing: LandingPage,
  content: ContentPage,
  news: NewsPage,
  event: EventPage,
  venue: VenuePage,
  councillor: CouncillorPage,
  planning: PlanningPage,
  document: DocumentPage,
  listing: ListingPage,
  any: AnyPage,
}
