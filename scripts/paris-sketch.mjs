import { area, box, curve, line, mark, spots } from './plan-geometry.mjs';

/** @typedef {import('./plan-geometry.mjs').Spot} Spot */

/** @type {Spot[]} the city's limit, roughly along the ring road */
const CITY = spots(
  '5900,10050 4450,10000 2900,10000 1300,9500 100,8900 -800,8580 -1750,7800 -2500,7200 -3500,6150 -3850,5500 -4300,4800 -4400,4500 -4400,3700 -3500,3350 -2200,3100 -1300,3200 450,2750 1450,2350 2550,2050 4500,1700 6000,1600 6900,1800 7800,2150 9250,2600 9850,3100 10600,3550 11400,4700 11500,5350 11400,6400 10700,7700 9700,8900 8600,9850 7100,10100',
);

/** @type {Spot[]} the Seine from Choisy to the quarter */
const SEINE_IN = spots(
  '11000,-3500 11600,-1200 11300,1000 10900,1650 10000,2100 8510,2770 8000,3360 7520,3830 6830,4300 6540,4520',
);
/** @type {Spot[]} the Seine from the quarter to Bougival */
const SEINE_OUT = spots(
  '2960,6045 2470,6180 1958,6342 1360,6380 1050,6370 250,6330 -300,6270 -780,5980 -1250,5560 -2000,5030 -2450,4660 -3170,3940 -3900,3300 -5200,2500 -7100,2820 -7700,3500 -7650,4100 -7150,5500 -7050,6900 -5500,8100 -4000,8900 -2400,9850 -1300,10600 1000,11600 2600,12600 3700,13600 3000,14700 500,15000 -3000,14600 -6500,13900 -8700,12500 -11500,10500 -13500,9000 -15500,7000 -16500,6000',
);
/** @type {Spot[]} */
const MARNE = spots('11100,1650 12200,1500 13500,1500 15200,1300 16500,1700 17300,2300 18300,3300 19800,3900');

/** @type {[name: string, widthM: number, line: Spot[]][]} */
const STREETS = [
  ['Rue de Buci', 9, spots('3700,5300 3895,5345')],
  ["Rue de l'Ancienne-Comédie", 12, spots('3895,5345 3885,5205')],
  ["Rue de l'Odéon", 13, spots('3890,5200 3870,4970')],
  ['Rue Monsieur-le-Prince', 11, spots('3900,5180 4080,4900')],
  ['Rue Racine', 11, spots('4050,4960 4330,4950')],
  ["Rue de l'École-de-Médecine", 12, spots('3930,5185 4330,5020')],
  ['Rue Hautefeuille', 8, spots('4330,5320 4290,5160 4190,5060')],
  ['Rue Serpente', 8, spots('4120,5240 4390,5230')],
  ['Rue Christine', 8, spots('3985,5480 4105,5445')],
  ['Rue Guénégaud', 9, spots('3935,5650 3825,5480')],
  ['Rue Jacob', 10, spots('3130,5490 3450,5490 3660,5470')],
  ["Rue de l'Université", 11, spots('2200,5850 2700,5660 3130,5490')],
  ['Rue Saint-Sulpice', 11, spots('3500,5120 3890,5060')],
  ['Rue de Tournon', 14, spots('3700,5110 3690,4880')],
  ['Rue du Four', 14, spots('3200,5170 3520,5290')],
  ['Rue Maître-Albert', 8, spots('4925,5205 4870,5050')],
  ['Rue Dante', 13, spots('4690,5190 4600,5090')],
  ['Rue des Carmes', 12, spots('4790,4985 4660,4790')],
  ['Rue de la Montagne-Sainte-Geneviève', 9, spots('4840,4970 4800,4790 4770,4640')],
  ['Rue Valette', 11, spots('4660,4790 4600,4690')],
  ['Rue Clovis', 13, spots('4680,4620 5000,4560')],
  ['Rue Mouffetard', 9, spots('4940,4560 4960,4300 5000,3960')],
  ['Rue Jussieu', 14, spots('5400,4750 5600,4560')],
  ['Rue des Fossés-Saint-Bernard', 14, spots('5680,4940 5480,4730')],
  ['Rue des Francs-Bourgeois', 11, spots('5640,5960 6000,5800 6420,5600')],
  ['Rue Rambuteau', 12, spots('4560,6290 4930,6190 5230,6140 5640,5960')],
  ['Rue Sainte-Croix-de-la-Bretonnerie', 8, spots('5340,5920 5820,5790')],
  ['Rue des Rosiers', 8, spots('5780,5760 6050,5680')],
  ['Rue du Roi-de-Sicile', 8, spots('5700,5650 6060,5590')],
  ['Rue de Turenne', 12, spots('6230,5500 6430,6000 6450,6300')],
  ['Rue Étienne-Marcel', 14, spots('4130,6600 4600,6480 5050,6380')],
  ['Rue de Turbigo', 20, spots('4630,6370 5100,6500 5700,6700')],
  ['Rue Réaumur', 20, spots('4000,6870 4700,6720 5300,6600 5800,6480')],
  ['Rue Montorgueil', 9, spots('4580,6360 4680,6720')],
  ['Rue Montmartre', 12, spots('4450,6340 4300,6700 4230,7100')],
  ['Rue Quincampoix', 7, spots('4960,5960 5140,6300')],
  ['Rue des Lombards', 8, spots('4720,6000 4970,5890')],
  ['Rue Saint-Merri', 9, spots('5060,6030 5300,5960')],
  ['Rue Berger', 11, spots('4180,6210 4620,6080 4960,6010')],
  ['Rue Coquillière', 10, spots('4150,6350 4440,6350')],
  ['Rue de Richelieu', 12, spots('3480,6400 3640,6800 3900,7170')],
  ['Rue Croix-des-Petits-Champs', 11, spots('3880,6260 4030,6560')],
  ['Rue des Petits-Champs', 12, spots('3330,6740 3700,6680 4040,6600')],
  ['Rue de Bretagne', 14, spots('5780,6470 6350,6330')],
  ['Rue des Tournelles', 10, spots('6830,5360 6660,5750')],
  ['Rue de Sévigné', 9, spots('6180,5500 6370,5850')],
  ['Rue de Charonne', 12, spots('7100,5290 8000,5480 9000,5650')],
  ['Rue de la Roquette', 13, spots('6950,5360 7600,5700 8600,6080')],
  ['Rue Oberkampf', 14, spots('6700,6420 7500,6600 8600,6680')],
  [
    'Boulevard Saint-Michel',
    28,
    spots('4440,5352 4425,5280 4400,5090 4340,4900 4150,4700 4000,4580 3900,4250 3780,4000'),
  ],
  [
    'Boulevard Saint-Germain',
    28,
    spots('2150,6130 2500,5800 2900,5520 3330,5385 3620,5290 3890,5200 4400,5095 4800,5000 5200,4940 5690,4950'),
  ],
  ['Rue Saint-Jacques', 14, spots('4678,5300 4650,5200 4580,5050 4470,4860 4360,4640 4200,4350 4060,3900')],
  ['Rue Dauphine', 14, spots('4042,5600 3970,5470 3895,5345')],
  ['Rue Saint-André-des-Arts', 9, spots('3895,5345 4120,5335 4390,5325')],
  ['Rue de la Huchette', 7, spots('4448,5338 4560,5300 4672,5283')],
  ['Rue de la Harpe', 9, spots('4555,5302 4510,5200 4470,5090')],
  ['Rue Saint-Séverin', 8, spots('4440,5258 4560,5240 4662,5245')],
  ['Rue Galande', 8, spots('4664,5235 4740,5165 4810,5110')],
  ['Rue Lagrange', 16, spots('4880,5215 4810,5190 4790,5110 4810,5010')],
  ['Rue des Grands-Augustins', 9, spots('4172,5518 4130,5430 4085,5338')],
  ['Rue Danton', 15, spots('4440,5330 4260,5230 4120,5165')],
  ['Rue de Bièvre', 7, spots('5050,5155 4960,4970')],
  ['Rue des Bernardins', 10, spots('5135,5125 5060,4960 5000,4850')],
  ['Rue de Poissy', 10, spots('5300,5060 5190,4860')],
  ['Rue du Cardinal-Lemoine', 14, spots('5480,4995 5350,4850 5150,4640')],
  ['Rue Monge', 18, spots('4815,4998 4980,4830 5170,4640 5250,4380 5200,4050')],
  ['Rue des Écoles', 18, spots('4385,5000 4650,4920 5000,4780 5280,4690')],
  ['Rue Soufflot', 22, spots('3990,4640 4420,4640')],
  ['Rue Mazarine', 10, spots('3745,5690 3800,5480 3890,5345')],
  ['Rue de Seine', 9, spots('3690,5735 3660,5480 3690,5300')],
  ['Rue Bonaparte', 10, spots('3550,5770 3460,5560 3350,5390 3290,5050')],
  ['Rue des Saints-Pères', 11, spots('3270,5870 3130,5500 2980,5200')],
  ['Rue de Rennes', 24, spots('3320,5380 3000,4950 2600,4550 2230,4240')],
  ['Rue de Vaugirard', 13, spots('4010,4890 3600,4830 3000,4700 2300,4400 1500,4150 -200,3500')],
  ['Boulevard Raspail', 30, spots('2500,5800 2600,5400 2750,4900 3000,4300 3300,3650')],
  ['Boulevard du Montparnasse', 30, spots('1750,4700 2230,4240 2900,4200 3680,4000')],
  ['Boulevard de Port-Royal', 30, spots('3680,4000 4400,3850 5200,3780')],
  ["Boulevard de l'Hôpital", 30, spots('6550,4350 6250,4000 5700,3450 5560,3120')],
  ['Avenue des Gobelins', 28, spots('5200,3900 5300,3550 5560,3120')],
  ["Avenue d'Italie", 35, spots('5560,3120 5800,2400 6000,1600')],
  [
    'Rue de Rivoli',
    22,
    spots('2150,6570 2700,6390 3330,6290 3750,6180 4080,6090 4480,5965 4880,5838 5200,5740 5550,5600 6120,5520'),
  ],
  ['Rue Saint-Antoine', 24, spots('6120,5520 6500,5390 6900,5325')],
  ['Rue Saint-Honoré', 12, spots('2500,6800 3000,6590 3420,6390 3900,6240 4420,6110')],
  ['Boulevard de Sébastopol', 30, spots('4735,5765 4800,5880 5010,6250 5230,6600 5420,6940')],
  ['Boulevard de Strasbourg', 30, spots('5420,6940 5620,7300 5830,7630')],
  ['Rue Saint-Denis', 10, spots('4700,5800 4780,5940 4930,6250 5200,6900')],
  ['Rue Saint-Martin', 10, spots('4895,5650 4960,5830 5120,6130 5350,6550 5550,6930')],
  ['Rue du Pont-Neuf', 16, spots('4250,5852 4300,5930 4430,6100')],
  ['Rue des Halles', 16, spots('4580,5940 4480,6010 4440,6090')],
  ['Rue du Louvre', 20, spots('4030,5905 4080,6090 4180,6300 4330,6620')],
  ["Rue de l'Arbre-Sec", 9, spots('4190,5885 4200,6000 4270,6140')],
  ['Rue de la Monnaie', 12, spots('4243,5850 4290,5990')],
  ['Rue des Bourdonnais', 9, spots('4440,5810 4480,5960 4500,6050')],
  ['Avenue Victoria', 20, spots('4560,5870 4720,5790 5165,5650')],
  ['Rue du Renard', 18, spots('5180,5745 5250,5950 5310,6130')],
  ['Rue Beaubourg', 16, spots('5310,6130 5560,6560')],
  ['Rue du Temple', 11, spots('5235,5770 5450,6120 5800,6550 6340,6740')],
  ['Rue de la Verrerie', 9, spots('4980,5890 5300,5800 5560,5690')],
  ['Rue des Archives', 12, spots('5340,5700 5560,6020 5900,6420')],
  ['Rue de Lobau', 16, spots('5290,5500 5350,5690')],
  ['Rue François-Miron', 10, spots('5440,5600 5640,5560 5900,5500')],
  ['Rue du Pont-Louis-Philippe', 10, spots('5430,5432 5590,5600')],
  ['Rue Vieille-du-Temple', 10, spots('5560,5650 5850,5900 6250,6250')],
  ['Rue Saint-Paul', 9, spots('6000,5220 6150,5500')],
  ['Boulevard Henri-IV', 26, spots('6060,5165 6450,5230 6880,5300')],
  ['Boulevard Beaumarchais', 32, spots('6900,5340 6780,5800 6650,6200 6370,6750')],
  ["Avenue de l'Opéra", 28, spots('3420,6350 3320,6700 3180,7060')],
  ['Grands Boulevards', 33, spots('2450,7000 2800,7020 3200,7080 3800,7150 4300,7140 4900,7050 5600,6930 6370,6750')],
  ['Rue La Fayette', 20, spots('3250,7260 4300,7620 5800,7980 6900,8400')],
  ['Boulevard de Magenta', 30, spots('6370,6750 5900,7350 5600,7850 4980,8370')],
  ['Boulevard Voltaire', 28, spots('6370,6750 7200,6150 8000,5650 9580,4840')],
  ['Rue du Faubourg-Saint-Antoine', 20, spots('6950,5310 7900,5080 9580,4840')],
  ['Avenue Daumesnil', 28, spots('6950,5270 7700,4700 8800,4100 9600,3900 10600,3560')],
  ['Boulevard Diderot', 28, spots('6640,4560 7400,4600 9580,4840')],
  ['Avenue des Champs-Élysées', 60, spots('2120,6570 1230,6870 300,7230 -500,7380')],
  ['Avenue de la Grande-Armée', 55, spots('-500,7380 -1750,7800')],
  ['Boulevard Haussmann', 28, spots('-300,7440 1200,7530 2400,7500 3250,7330 3900,7180')],
  [
    'Boulevards extérieurs',
    34,
    spots(
      '-500,7380 100,7780 1400,8130 2700,8360 3300,8400 4980,8370 6900,8420 7600,7700 8800,7000 9300,6200 9580,4840 8700,3650 7700,3700 6300,3150 5560,3120 4200,3120 3300,3380 2300,3950 1050,4560 -100,5300 -770,5760',
    ),
  ],
];

/** @type {Spot[][]} */
const GREENS = [
  spots('3230,4780 3560,4870 3950,4730 3900,4560 3700,4420 3560,4430 3400,4520 3250,4620'),
  spots('2240,6500 2170,6370 3230,6080 3300,6230'),
  spots('5580,4480 6480,4430 6350,4280 5650,4190'),
  box([4440, 6225], 300, 120, -24),
  box([6555, 5555], 130, 130, -20),
  box([3785, 6505], 95, 220, 20),
  spots('-830,5830 -560,5990 320,5320 60,5140'),
  spots('1120,6330 1360,6340 1400,5850 1200,5850'),
  spots('8000,8020 8350,8200 8700,7900 8400,7680 8050,7720'),
  spots('3500,2250 3900,2350 4180,2180 4000,2000 3560,2050'),
  spots('9100,6300 9500,6350 9700,6000 9350,5850 8950,5950'),
  spots('-1900,7700 -2600,7150 -3600,6100 -4400,4900 -5600,5100 -6700,5600 -6900,6500 -5500,7700 -3500,7900'),
  spots('10800,3500 11600,4500 13500,4600 16200,4100 16500,2900 14500,2000 12500,2100 10900,2800'),
];

/** @type {[name: string, ring: Spot[], hole?: Spot[]][]} */
const LANDMARKS = [
  [
    'Louvre',
    spots('3310,6215 3960,6040 3900,5905 3800,5935 3835,6005 3560,6080 3530,6020 3330,6075 3300,6010 3250,6025'),
    box([3870, 6020], 74, 74, -15),
  ],
  ['Institut de France', box([3700, 5725], 90, 60, -25)],
  ['Monnaie de Paris', box([3868, 5638], 120, 70, -33), box([3868, 5638], 50, 26, -33)],
  ['Panthéon', box([4615, 4625], 110, 84, -17)],
  ['Sorbonne', box([4330, 4860], 80, 190, -17), box([4330, 4880], 30, 60, -17)],
  ['Musée de Cluny', box([4370, 5045], 60, 70, -10)],
  ['Centre Pompidou', box([5225, 6065], 60, 160, -28)],
  ['Saint-Gervais', box([5460, 5555], 85, 40, -24)],
  ['Saint-Séverin', box([4600, 5215], 55, 34, -10)],
  ['Institut du monde arabe', box([5725, 4885], 70, 40, -35)],
  ["Saint-Germain-l'Auxerrois", box([4090, 5965], 78, 40, -17)],
  ['La Samaritaine', box([4260, 5890], 90, 60, -17)],
];

/** @type {[name: string, spot: Spot][]} */
const QUARTERS = [
  ['Saint-Germain-des-Prés', [3480, 5330]],
  ['Quartier latin', [4640, 4960]],
  ['Saint-Michel', [4300, 5270]],
  ['Le Marais', [5820, 5780]],
  ['Châtelet', [4600, 5860]],
  ['Les Halles', [4520, 6190]],
  ['Saint-Paul', [6080, 5420]],
  ['Bastille', [6990, 5200]],
  ['Montmartre', [4200, 8700]],
  ['Montparnasse', [2300, 4150]],
  ['Belleville', [8300, 7150]],
  ['Bercy', [8300, 3400]],
];

/** Paris around the quarter, in a few strokes, so that the plan does not lie in a void. Drawn by hand like the plan. */
export const PARIS_SKETCH = [
  area('urban', {}, curve([...CITY, CITY[0] ?? [0, 0]]).slice(0, -1)),
  ...GREENS.map((ring) => area('green', {}, ring)),
  line('river', { name: 'La Seine', widthM: 130 }, curve(SEINE_IN)),
  line('river', { name: 'La Seine', widthM: 130 }, curve(SEINE_OUT)),
  line('river', { name: 'La Marne', widthM: 80 }, curve(MARNE)),
  ...STREETS.map(([name, widthM, spots]) => line('street', { name, widthM }, curve(spots))),
  ...LANDMARKS.map(([, ring, hole]) => (hole ? area('landmark', {}, ring, hole) : area('landmark', {}, ring))),
  ...LANDMARKS.map(([name, ring]) => mark('label', { name, rank: 2 }, middle(ring))),
  ...QUARTERS.map(([name, spot]) => mark('quarter', { name }, spot)),
];

/** @param {Spot[]} ring @returns {Spot} */
function middle(ring) {
  const sum = ring.reduce(([sumX, sumY], [x, y]) => [sumX + x, sumY + y], [0, 0]);
  return [(sum[0] ?? 0) / ring.length, (sum[1] ?? 0) / ring.length];
}
