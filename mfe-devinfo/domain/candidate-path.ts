/** The host's endpoint to begin or end the trial of a candidate: a form post of `app` and `version`, or of `reset`. */
export const CANDIDATE_PATH = '/version/candidate'
