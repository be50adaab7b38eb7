/** Opens an address outside the app's pages. For a file the page stays. */
export const openAddress = (url: string): void => location.assign(url);
