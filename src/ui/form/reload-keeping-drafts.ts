let reloading = false;

/** Loads the page again without a question: every form's draft is there for it. */
export function reloadKeepingDrafts(load: () => void): void {
  reloading = true;
  load();
}

/** Whether the page is being left by `reloadKeepingDrafts`. */
export const isReloading = (): boolean => reloading;
