/** What a site's team says of its pages beside their content. */
export const contentConfig = {
  /** Where comments on a planning application are sent from, by language. The application's reference goes there as `reference`. */
  commentPaths: {
    'en-GB': '/planning/comment-on-an-application',
    cy: '/cy/cynllunio/rhoi-sylwadau-ar-gais',
  } as Readonly<Record<string, string>>,
  /** Where visitors say whether a page is of use, by language. The page's path goes there as `page`, the answer as `useful`. */
  feedbackPaths: {
    'en-GB': '/contact/is-this-page-useful',
    cy: '/cy/cysylltu/a-ywr-dudalen-hon-yn-ddefnyddiol',
  } as Readonly<Record<string, string>>,
  /** Where a map says how to get to a place: opened only by who follows the link. */
  directions: ({ lat, lon }: { readonly lat: number; readonly lon: number }) =>
    `https://www.openstreetmap.org/directions?to=${lat}%2C${lon}`,
} as const
