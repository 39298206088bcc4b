/** The host's endpoint to start or end the preview of a candidate release: a form post of `app` and `version`, or of `reset`. */
export const CANDIDATE_PATH = '/version/candidate'
