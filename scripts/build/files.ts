/** Which chunks belong to which module, as the browser's build says; it stays out of what is published. */
export const MANIFEST = 'manifest.json';

/** The page without content: for every address that has no file of its own. */
export const SHELL = 'app.html';
