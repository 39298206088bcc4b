/** Configuration of content pages that a site's team edits. */
export const contentConfig = {
  /** Path of the page to comment on a planning application, by language; its reference is the query parameter `reference`. */
  commentPaths: {
    'en-GB': '/planning/comment-on-an-application',
    cy: '/cy/cynllunio/rhoi-sylwadau-ar-gais',
  } as Readonly<Record<string, string>>,
  /** Path of the feedback page, by language. Query parameters: `page` is the path of the rated page, `useful` the answer. */
  feedbackPaths: {
    'en-GB': '/contact/is-this-page-useful',
    cy: '/cy/cysylltu/a-ywr-dudalen-hon-yn-ddefnyddiol',
  } as Readonly<Record<string, string>>,
  /** URL of a map with directions to a place. Pages only link to it and load nothing from it. */
  directions: ({ lat, lon }: { readonly lat: number; readonly lon: number }) =>
    `https://www.openstreetmap.org/directions?to=${lat}%2C${lon}`,
} as const
