interface Props {
  children: string;
  className?: string;
}

/**
 * Renders each new value of a changing text in a new element. A browser that translates the page has replaced our
 * text node, so a change to it would not be visible.
 */
export const Fresh = ({ children, className }: Props) => (
  <span key={children} className={className}>
    {children}
  </span>
);
