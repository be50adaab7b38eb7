/** What the pages of a day's work open on a press. */
export const DIALOGS = [
  () => import('@/features/check-in/scan/ScanDialog'),
  () => import('@/features/check-in/NoShowDialog'),
  () => import('./GroupMessageDialog'),
] as const;
