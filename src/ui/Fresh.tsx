interface Props {
  children: string;
  className?: string;
}

/**
 * Renders each value of a changing text in a new element. A browser that translates the page has replaced our text
 * node, so React couldn't change it visibly.
 */
export const Fresh = ({ children, className }: Props) => (
  <span key={children} className={className}>
    {children}
  </span>
);
