/**
 * Small files with the structure that the named programs write, and content of our own: the same two or three places.
 */

/** Google My Maps, KML: layers as folders, styles, descriptions as HTML in CDATA, all columns again as ExtendedData. */
export const MY_MAPS = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
  <Document>
    <name>Balade du faubourg</name>
    <description/>
    <Style id="icon-1899-0288D1-normal"><IconStyle><color>ffd18802</color><Icon><href>images/icon-1.png</href></Icon></IconStyle></Style>
    <Folder>
      <name>Points d'écoute</name>
      <Placemark>
        <name>Le puits</name>
        <description><![CDATA[<img src="https://example.org/puits.jpg" height="200" width="auto" /><br><br>Profond de <b>vingt</b> mètres &amp; froid.<br>Fichier: puits.mp3]]></description>
        <styleUrl>#icon-1899-0288D1</styleUrl>
        <ExtendedData>
          <Data name="Fichier"><value>puits.mp3</value></Data>
          <Data name="gx_media_links"><value><![CDATA[https://example.org/puits.jpg]]></value></Data>
        </ExtendedData>
        <Point><coordinates>
            2.341,48.857,0
          </coordinates></Point>
      </Placemark>
      <Placemark>
        <name>La cour</name>
        <Polygon><outerBoundaryIs><LinearRing><tessellate>1</tessellate><coordinates>
          2.34,48.85,0
          2.341,48.85,0
          2.341,48.851,0
          2.34,48.85,0
        </coordinates></LinearRing></outerBoundaryIs></Polygon>
      </Placemark>
    </Folder>
    <Folder>
      <name>Chemin</name>
      <Placemark><name>De l'un à l'autre</name><LineString><tessellate>1</tessellate><coordinates>2.34,48.85,0 2.341,48.857,0</coordinates></LineString></Placemark>
    </Folder>
  </Document>
</kml>`;

/** Organic Maps, KML: its own elements, among them names, in an ExtendedData of each bookmark. */
export const ORGANIC_MAPS = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
<Document>
  <Style id="placemark-red"><IconStyle><Icon><href>https://omaps.app/placemarks/placemark-red.png</href></Icon></IconStyle></Style>
  <name>Mes lieux</name><visibility>1</visibility>
  <ExtendedData xmlns:mwm="https://omaps.app"><mwm:name><mwm:lang code="default">Mes lieux</mwm:lang></mwm:name><mwm:accessRules>Local</mwm:accessRules></ExtendedData>
  <Placemark>
    <name>Le puits</name>
    <description>Profond.</description>
    <TimeStamp><when>2026-05-02T08:11:21Z</when></TimeStamp>
    <styleUrl>#placemark-red</styleUrl>
    <Point><coordinates>2.341,48.857</coordinates></Point>
    <ExtendedData xmlns:mwm="https://omaps.app">
      <mwm:name><mwm:lang code="default">Puits du faubourg</mwm:lang></mwm:name>
      <mwm:featureTypes><mwm:value>man_made-water_well</mwm:value></mwm:featureTypes><mwm:scale>17</mwm:scale>
    </ExtendedData>
  </Placemark>
  <Placemark>
    <name>Trace</name>
    <gx:MultiTrack><gx:Track><when>2026-05-02T08:11:21Z</when><when>2026-05-02T08:12:21Z</when>
      <gx:coord>2.34 48.85 35</gx:coord><gx:coord>2.341 48.857 36</gx:coord></gx:Track></gx:MultiTrack>
  </Placemark>
</Document>
</kml>`;

/** Garmin: waypoints with display extensions, and the description again as a comment. */
export const GARMIN = `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3" creator="eTrex 32x" version="1.1">
  <metadata><link href="http://www.garmin.com"><text>Garmin International</text></link><time>2026-05-02T08:11:21Z</time></metadata>
  <wpt lat="48.857" lon="2.341"><ele>35.2</ele><time>2026-05-02T08:11:21Z</time><name>Le puits</name><cmt>Profond.</cmt><desc>Profond.</desc><sym>Flag, Blue</sym>
    <extensions><gpxx:WaypointExtension><gpxx:DisplayMode>SymbolAndName</gpxx:DisplayMode><gpxx:Categories><gpxx:Category>Eau</gpxx:Category></gpxx:Categories></gpxx:WaypointExtension></extensions></wpt>
  <wpt lat="48.85" lon="2.34"><name>La cour</name></wpt>
  <trk><name>Matin</name><trkseg><trkpt lat="48.85" lon="2.34"/><trkpt lat="48.857" lon="2.341"/></trkseg></trk>
</gpx>`;

/** OsmAnd: favourites with their group as the type. */
export const OSMAND = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<gpx version="1.1" creator="OsmAnd~ 4.7.10" xmlns="http://www.topografix.com/GPX/1/1" xmlns:osmand="https://osmand.net">
  <metadata><name>favorites</name></metadata>
  <wpt lat="48.8570000" lon="2.3410000"><time>2026-05-02T08:11:21Z</time><name>Le puits</name><desc>Profond.</desc><type>Faubourg</type>
    <extensions><osmand:address>Rue du Puits</osmand:address><osmand:icon>water_well</osmand:icon><osmand:color>#ff4e4eff</osmand:color></extensions></wpt>
  <wpt lat="48.85" lon="2.34"><name>La cour</name><extensions><osmand:icon>special_star</osmand:icon></extensions></wpt>
</gpx>`;

const puits = { type: 'Point', coordinates: [2.341, 48.857, 35] };
const ring = [
  [2.34, 48.85],
  [2.341, 48.85],
  [2.341, 48.851],
  [2.34, 48.85],
];

/** geojson.io: a bare collection, with styles among the properties. */
export const GEOJSON_IO = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { name: 'Le puits', 'marker-color': '#7e7e7e' }, geometry: puits, id: 0 },
    { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } },
  ],
});

/** uMap: a whole map with its layers; its own marks in the texts. */
export const UMAP = JSON.stringify({
  type: 'umap',
  uri: 'https://umap.openstreetmap.fr/fr/map/balade_1',
  properties: { name: 'Balade', zoom: 16, licence: '' },
  geometry: { type: 'Point', coordinates: [2.34, 48.85] },
  layers: [
    {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: {
            name: 'Le puits',
            description: '**Profond** : [[https://example.org|voir]]\n{{https://example.org/puits.jpg}}',
            _umap_options: { color: 'Red' },
          },
          geometry: puits,
        },
      ],
      _umap_options: { displayOnLoad: true, name: 'Écoutes', id: 'a' },
    },
    {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { name: 'La cour' }, geometry: { type: 'Polygon', coordinates: [ring] } },
        { type: 'Feature', properties: { name: 'Sans forme' }, geometry: null },
      ],
      _umap_options: { name: 'Zones' },
    },
  ],
});

/** Geotrek: a page of its API, with texts in each language; treks are lines in three dimensions. */
export const GEOTREK = JSON.stringify({
  count: 2,
  next: null,
  results: [
    {
      id: 1,
      name: { fr: 'Le puits', en: 'The well' },
      description: { fr: '<p>Profond.</p>', en: '<p>Deep.</p>' },
      geometry: puits,
    },
    {
      id: 2,
      name: { fr: 'Tour du faubourg' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [2.34, 48.85, 35],
          [2.341, 48.857, 36],
        ],
      },
    },
  ],
});

/** The schema 'randonnée' of the French communities. */
export const RANDONNEE = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: {
        type: 'LineString',
        coordinates: [
          [2.34, 48.85],
          [2.341, 48.857],
        ],
      },
      properties: { id_local: '1', producteur: 'Nous', nom_itineraire: 'Tour du faubourg', pratique: 'pédestre' },
    },
  ],
});
