/** Where staff begin and end the trial of a candidate. The version page's form names it too. */
export const CANDIDATE_PATH = '/version/candidate'
