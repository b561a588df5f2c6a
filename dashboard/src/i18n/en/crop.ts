export default {
  title: (name: string) => `Crop ${name}`,
  shape: 'Shape',
  area: 'Part of the picture that stays',
  zoom: 'Zoom',
  hint: 'Drag the picture, or move it with the arrow keys (with Shift: a little). The original stays in the media library.',
  size: (width: number, height: number) => `${width} × ${height} px`,
  dropped: (names: string) => `Not in the cropped picture, so no longer tagged: ${names}.`,
  lostFocus: 'Its focus point was outside; the middle is shown.',
  crop: 'Crop',
}
