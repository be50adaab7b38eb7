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

/** The page's class names for what is drawn; the browser's own look without them. */
export type Look = Partial<Record<Part, string>>;

export type Drawing = { texts: Texts; look: Look };
