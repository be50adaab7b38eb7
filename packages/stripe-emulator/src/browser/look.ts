import type { Texts } from './texts';

type Part =
  | 'form'
  | 'legend'
  | 'row'
  | 'field'
  | 'label'
  | 'control'
  | 'input'
  | 'error'
  | 'overlay'
  | 'dialog'
  | 'title'
  | 'text'
  | 'actions'
  | 'primary'
  | 'secondary';

/** Class names of the page; without them the browser's default look. */
export type Look = Partial<Record<Part, string>>;

export type Drawing = { texts: Texts; look: Look };
