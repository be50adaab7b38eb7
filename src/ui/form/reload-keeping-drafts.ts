let reloading = false;

/** Reloads the page without asking, because every form's draft is kept. */
export function reloadKeepingDrafts(load: () => void): void {
  reloading = true;
  load();
}

/** Returns whether `reloadKeepingDrafts` is leaving the page. */
export const isReloading = (): boolean => reloading;
