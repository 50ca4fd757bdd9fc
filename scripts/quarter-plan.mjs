import { area, box, curve, frame, line, mark, offset, spots } from './plan-geometry.mjs';

/** @typedef {import('./plan-geometry.mjs').Spot} Spot */

/* Shores, upstream to the right. Bridge ends stand on them, so that lengths and widths agree with the real bridges. */

/** @type {Spot[]} */
const CITE_NORTH = curve(
  spots(
    '3932,5778 3958,5789 4032,5764 4090,5743 4143,5727 4300,5704 4480,5668 4646,5625 4740,5583 4833,5538 4925,5514 5008,5488 5078,5447 5150,5382 5203,5312 5222,5282',
  ),
);
/** @type {Spot[]} */
const CITE_EAST = curve(spots('5222,5282 5252,5235 5285,5188 5290,5173 5274,5160 5226,5171 5178,5190'));
/** @type {Spot[]} */
const CITE_SOUTH = curve(
  spots(
    '5178,5190 5085,5211 4975,5248 4875,5288 4790,5318 4703,5346 4600,5377 4489,5420 4370,5496 4255,5581 4180,5635 4106,5683 4060,5703 4000,5729 3945,5765 3932,5778',
  ),
);
/** @type {Spot[]} */
const SAINT_LOUIS = curve(
  spots(
    '5297,5258 5318,5303 5365,5325 5480,5305 5600,5277 5712,5240 5830,5180 5905,5112 5925,5062 5880,5040 5760,5060 5620,5088 5520,5112 5400,5178 5318,5230 5297,5258',
  ),
);
/** @type {Spot[]} */
const RIGHT_BANK = curve(
  spots(
    '2960,6102 3330,5998 3803,5900 4040,5868 4240,5838 4480,5782 4708,5707 4891,5626 5066,5549 5250,5490 5420,5420 5600,5372 5770,5318 6000,5200 6130,5080 6330,4840 6610,4560',
  ),
);
/** @type {Spot[]} */
const LEFT_BANK = curve(
  spots(
    '6480,4470 6180,4690 5950,4850 5700,4940 5478,5005 5300,5070 5140,5134 4990,5190 4850,5251 4762,5290 4685,5320 4570,5336 4451,5370 4250,5478 4050,5616 3880,5705 3697,5776 3256,5882 2925,5985',
  ),
);

/** Notre-Dame's frame: the middle of the west front, along the nave, to the north side. */
const nave = frame([4937, 5318], -24);
const BOULEVARD = -26.7;

const NOTRE_DAME = [
  ...[nave(0, -20.5), nave(55, -20.5), nave(55, -24), nave(70, -24), nave(70, -20.5), nave(108, -20)],
  ...[-60, -30, 0, 30, 60].map((turn) => {
    const angle = (turn * Math.PI) / 180;
    return nave(108 + 20 * Math.cos(angle), 20 * Math.sin(angle));
  }),
  ...[nave(108, 20), nave(70, 20.5), nave(70, 24), nave(55, 24), nave(55, 20.5), nave(0, 20.5)],
];

/** @param {Spot} from @param {Spot} to */
const northShoreBetween = (from, to) => CITE_NORTH.filter(([x]) => x >= from[0] && x <= to[0]);

/** @param {string} name @param {number} widthM @param {Spot[]} spots */
const street = (name, widthM, spots) => line('street', { name, widthM }, curve(spots));

/** @param {string} name @param {number} widthM @param {Spot[]} spots */
const bridge = (name, widthM, spots) => line('bridge', { name, widthM }, spots);

/**
 * Everything drawn of the Ile de la Cité, its bridges and its two neighbours across the water: a plan made by hand from
 * general knowledge of the place, not traced from any map. Good to about ten metres.
 */
export const QUARTER_PLAN = [
  area('water', {}, [...RIGHT_BANK, ...LEFT_BANK]),
  area('island', { name: 'Île de la Cité' }, [...CITE_NORTH, ...CITE_EAST, ...CITE_SOUTH]),
  area('island', { name: 'Île Saint-Louis' }, SAINT_LOUIS),

  ...[
    spots('3948,5776 3960,5783 4030,5759 4084,5739 4066,5706 4004,5734 3965,5757'),
    [nave(42, -52), nave(120, -55), nave(198, -52), nave(198, 25), nave(120, 26), nave(120, -26), nave(42, -26)],
    spots('5197,5203 5236,5269 5246,5258 5277,5190 5264,5180'),
    box([4733, 5222], 62, 46, -22),
    box([4886, 5796], 100, 75, -22),
  ].map((ring) => area('green', {}, /** @type {Spot[]} */ (ring))),
  area('square', {}, [nave(-150, -37), nave(-8, -45), nave(-3, 42), nave(-150, 46)]),
  area('square', {}, spots('4172,5691 4256,5624 4268,5622 4288,5660 4286,5669')),

  // Houses: whole blocks; the streets are painted over them.
  area('block', {}, spots('4163,5711 4298,5691 4297,5672 4163,5698')),
  area('block', {}, spots('4140,5682 4252,5604 4260,5617 4152,5694')),
  area('block', {}, [
    ...[nave(10, 40), nave(192, 40)],
    ...offset(northShoreBetween([5012, 0], [5206, 0]), -15).reverse(),
  ]),
  area('block', {}, offset(SAINT_LOUIS, -13)),

  // Public buildings, each with its courtyards.
  area(
    'landmark',
    {},
    spots('4313,5673 4400,5664 4476,5652 4619,5617 4482,5441 4378,5513 4273,5592'),
    box([4538, 5570], 34, 32, BOULEVARD),
    box([4494, 5539], 58, 48, BOULEVARD),
    box([4425, 5607], 42, 30, -20),
    box([4390, 5566], 30, 24, -40),
    box([4462, 5490], 34, 26, -38),
  ),
  area('landmark', {}, box([4493, 5541], 37, 18, BOULEVARD)),
  area('landmark', {}, box([4610, 5612], 13, 13, BOULEVARD)),
  area('landmark', {}, spots('4654,5602 4714,5574 4673,5519 4611,5545')),
  area('landmark', {}, spots('4523,5431 4595,5524 4755,5449 4700,5366'), box([4645, 5444], 56, 62, -28)),
  area('landmark', {}, spots('4838,5520 4766,5413 4917,5370 4989,5477'), box([4876, 5450], 48, 90, -24)),
  area('landmark', {}, NOTRE_DAME),
  area('landmark', {}, [nave(76, -42), nave(96, -42), nave(96, -23), nave(76, -23)]),
  area('landmark', {}, box([5238, 5735], 138, 82, -24), box([5238, 5735], 60, 34, -24)),
  area('landmark', {}, box([4662, 5753], 72, 40, -26)),
  area('landmark', {}, box([4784, 5752], 72, 40, -26)),
  ...[-1, 0, 1].map((row) => area('pavilion', {}, box([4749 + row * 15, 5520 + row * 20], 66, 11, -30))),

  // Bridges.
  bridge('Pont Neuf', 22, spots('4240,5838 4143,5727 4106,5683 4050,5616')),
  bridge('Pont au Change', 30, spots('4712,5712 4640,5617')),
  bridge('Pont Notre-Dame', 20, spots('4895,5632 4829,5532')),
  bridge("Pont d'Arcole", 20, spots('5070,5553 5004,5483')),
  bridge('Pont Saint-Louis', 16, spots('5216,5283 5307,5255')),
  bridge("Pont de l'Archevêché", 17, spots('5182,5195 5136,5128')),
  bridge('Pont au Double', 20, spots('4878,5292 4847,5246')),
  bridge('Petit-Pont', 20, spots('4706,5351 4682,5315')),
  bridge('Pont Saint-Michel', 30, spots('4493,5425 4447,5365')),
  bridge('Pont des Arts', 11, spots('3803,5903 3697,5773')),
  bridge('Pont Louis-Philippe', 15, spots('5360,5318 5425,5426')),
  bridge('Pont Marie', 23, spots('5708,5234 5774,5325')),
  bridge('Pont de la Tournelle', 23, spots('5524,5118 5474,4999')),
  bridge('Pont de Sully', 20, spots('6060,5165 5890,5090 5700,4940')),
  bridge('Pont du Carrousel', 33, spots('3335,6003 3252,5877')),

  // The island's streets.
  street('Boulevard du Palais', 28, spots('4489,5420 4646,5625')),
  street('Rue de la Cité', 20, spots('4703,5346 4833,5538')),
  street("Rue d'Arcole", 13, [nave(-3, 42), [5008, 5488]]),
  street('Rue de Lutèce', 26, spots('4581,5540 4777,5457')),
  street('Rue du Cloître-Notre-Dame', 12, [nave(-3, 34), nave(100, 33), nave(206, 38)]),
  street('Rue Chanoinesse', 7, spots('4962,5414 5030,5392 5085,5374 5120,5350 5136,5300')),
  street('Rue des Ursins', 5, spots('4988,5450 5045,5425 5098,5400')),
  street('Rue de la Colombe', 5, spots('5022,5395 5050,5455')),
  street('Rue Massillon', 6, spots('5052,5386 5032,5322')),
  street('Rue des Chantres', 5, spots('5092,5372 5120,5405')),
  street('Rue de Harlay', 14, spots('4303,5682 4260,5594')),
  street("Quai de l'Horloge", 12, offset(northShoreBetween([4143, 0], [4646, 0]), -8)),
  street('Quai de la Corse', 14, offset(northShoreBetween([4646, 0], [5008, 0]), -9)),
  street('Quai aux Fleurs', 11, offset(northShoreBetween([5008, 0], [5222, 0]), -8)),
  street("Quai de l'Archevêché", 12, spots('5222,5278 5205,5240 5180,5194')),
  street(
    'Quai du Marché-Neuf',
    14,
    offset(
      CITE_SOUTH.filter(([x]) => x >= 4489 && x <= 4703),
      -10,
    ),
  ),
  street(
    'Quai des Orfèvres',
    12,
    offset(
      CITE_SOUTH.filter(([x]) => x >= 4106 && x <= 4489),
      -9,
    ),
  ),
  street("Rue Saint-Louis-en-l'Île", 8, spots('5335,5272 5450,5235 5625,5172 5780,5115 5880,5075')),
  street('Rue des Deux-Ponts', 14, spots('5708,5234 5622,5173 5524,5118')),
  street('Rue Jean-du-Bellay', 12, spots('5362,5318 5330,5238')),
  street('Rue Le Regrattier', 6, spots('5520,5295 5445,5160')),
  street('Rue Poulletier', 7, spots('5808,5185 5710,5075')),

  mark('label', { name: 'Notre-Dame', rank: 1 }, nave(62, 0)),
  mark('label', { name: 'Palais de Justice', rank: 2 }, [4372, 5622]),
  mark('label', { name: 'Conciergerie', rank: 2 }, [4520, 5620]),
  mark('label', { name: 'Sainte-Chapelle', rank: 2 }, [4490, 5531]),
  mark('label', { name: 'Tribunal de commerce', rank: 3 }, [4663, 5560]),
  mark('label', { name: 'Préfecture de police', rank: 3 }, [4645, 5444]),
  mark('label', { name: 'Hôtel-Dieu', rank: 2 }, [4876, 5446]),
  mark('label', { name: 'Marché aux fleurs', rank: 3 }, [4749, 5500]),
  mark('label', { name: 'Place Dauphine', rank: 3 }, [4250, 5651]),
  mark('label', { name: 'Parvis Notre-Dame', rank: 3 }, nave(-88, -12)),
  mark('label', { name: 'Hôtel de Ville', rank: 1 }, [5238, 5735]),
  mark('label', { name: 'Théâtre du Châtelet', rank: 3 }, [4662, 5753]),
  mark('label', { name: 'Théâtre de la Ville', rank: 3 }, [4784, 5752]),
  mark('label', { name: 'Tour Saint-Jacques', rank: 3 }, [4886, 5796]),
  mark('garden', { name: 'Square du Vert-Galant' }, [4018, 5746]),
  mark('garden', { name: 'Square Jean-XXIII' }, nave(165, -18)),
  mark('garden', { name: "Square de l'Île-de-France" }, [5243, 5225]),
  mark('garden', { name: 'Square René-Viviani' }, [4733, 5222]),
  mark('quarter', { name: 'Île de la Cité' }, [4790, 5436]),
  mark('quarter', { name: 'Île Saint-Louis' }, [5600, 5190]),
  line(
    'current',
    { name: 'La Seine' },
    curve(spots('3300,5940 3750,5835 4040,5800 4300,5768 4690,5658 5040,5518 5290,5400 5520,5345 5750,5280 6000,5140')),
  ),
  line(
    'current',
    { name: 'La Seine' },
    curve(spots('4130,5598 4360,5448 4470,5393 4690,5334 4860,5270 5160,5162 5360,5120 5500,5062 5800,4990')),
  ),

  // The quays across the water; what lies behind them is in scripts/paris-sketch.mjs.
  ...quays(RIGHT_BANK, [
    ['Quai François-Mitterrand', 2960, 3803],
    ['Quai du Louvre', 3803, 4180],
    ['Quai de la Mégisserie', 4180, 4715],
    ['Quai de Gesvres', 4715, 5075],
    ["Quai de l'Hôtel-de-Ville", 5075, 5800],
    ['Quai des Célestins', 5800, 6140],
    ['Quai Henri-IV', 6140, 6610],
  ]),
  ...quays(LEFT_BANK, [
    ['Quai Saint-Bernard', 5700, 6480],
    ['Quai de la Tournelle', 5140, 5700],
    ['Quai de Montebello', 4685, 5140],
    ['Quai Saint-Michel', 4451, 4685],
    ['Quai des Grands-Augustins', 4050, 4451],
    ['Quai de Conti', 3697, 4050],
    ['Quai Malaquais', 3256, 3697],
    ['Quai Voltaire', 2925, 3256],
  ]),
];

/**
 * Streets along a bank, on its dry side: the banks are listed with the water on their right.
 *
 * @param {Spot[]} bank
 * @param {[string, number, number][]} stretches name, from x, to x on the grid
 */
function quays(bank, stretches) {
  return stretches.map(([name, fromX, toX]) =>
    line(
      'street',
      { name, widthM: 18 },
      offset(
        bank.filter(([x]) => x >= fromX - 12 && x <= toX + 12),
        13,
      ),
    ),
  );
}
