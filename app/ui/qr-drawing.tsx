/** A QR code, black on white in the dark theme too, because most readers need dark modules on a light background. */
export function QrDrawing({
  shape,
  title,
  className,
}: {
  /** Modules per side with the margin, and the dark modules as an SVG path, one unit per module. */
  readonly shape: { readonly side: number; readonly path: string };
  readonly title: string;
  readonly className: string | undefined;
}) {
  return (
    <svg className={className} viewBox={`0 0 ${shape.side} ${shape.side}`} role="img" shapeRendering="crispEdges">
      <title>{title}</title>
      <path fill="#fff" d={`M0 0h${shape.side}v${shape.side}h-${shape.side}z`} />
      <path fill="#000" d={shape.path} />
    </svg>
  );
}
