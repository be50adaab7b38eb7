/** Leaves for an address that is none of our pages. The page stays where what is there is a file. */
export const openAddress = (url: string): void => location.assign(url);
