/** Opens an address outside the app's pages. If it is a file, the page stays open. */
export const openAddress = (url: string): void => location.assign(url);
