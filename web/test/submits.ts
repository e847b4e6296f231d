/** What is done when a form of a screen is sent, in the order in which the forms were rendered. */
export const submits: ((event: object) => unknown)[] = []
