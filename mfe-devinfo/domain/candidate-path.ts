/** Where the host takes the wish to try a candidate, as a form post of `app` and `version`, or of `reset`. */
export const CANDIDATE_PATH = '/version/candidate'
