/** What a person reads of a file that is refused: by the screen that chooses it, or by the server that gets it. */
export const WRONG_FORMAT = '* Selected file format is not supported.'
export const LOGO_MISSING = '* Logo is required.'
export const PICTURE_TOO_LARGE = '* Maximum 4MB image file is allowed.'
export const AUDIO_TOO_LARGE = '* Maximum 15MB audio file is allowed.'
export const SVG_TOO_LARGE = '* Maximum 40KB svg file is allowed.'
export const INVALID_TEXT_FILE = 'Invalid file is selected.'
export const TEXT_FILE_TOO_LARGE = '* Maximum 5MB text file is allowed.'
