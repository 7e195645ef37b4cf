//! The network: two hidden layers, trained towards observed values, and a target
//! network that follows it slowly and estimates the values of later positions.

use candle_core::{Device, Result, Tensor, Var};
use candle_nn::{AdamW, Optimizer, ParamsAdamW};
use rand::RngExt;
use stratalog_run::Stream;

const HIDDEN: usize = 64;
const DEVICE: Device = Device::Cpu;

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Training {
    /// The learning rate.
    pub rate: f64,
    /// The weight of L2 regularisation.
    pub regularisation: f64,
    /// How far the target network moves towards the network with each step.
    pub target_update: f64,
}

/// Positions, the moves made in them and the value of each.
#[derive(Clone, Default, Debug)]
pub struct Batch {
    /// The positions as vectors, one after the other.
    pub positions: Vec<f32>,
    /// The numbers of the moves.
    pub moves: Vec<u32>,
    /// The value of each move.
    pub values: Vec<f32>,
}

/// The weights of the layers: a matrix and a vector of biases each.
struct Layers(Vec<(Var, Var)>);

/// A network with its target network.
pub struct Network {
    inputs: usize,
    own: Layers,
    target: Layers,
    training: Training,
    optimiser: AdamW,
}

impl Network {
    /// A network with random weights.
    pub fn new(
        inputs: usize,
        outputs: usize,
        training: Training,
        rng: &mut Stream,
    ) -> Result<Network> {
        let own = Layers::random(&[inputs, HIDDEN, HIDDEN, outputs], rng)?;
        let target = Layers(
            own.0
                .iter()
                .map(|(weights, biases)| {
                    let copy = |var: &Var| Var::from_tensor(&var.as_detached_tensor().copy()?);
                    Ok((copy(weights)?, copy(biases)?))
                })
                .collect::<Result<_>>()?,
        );
        let parameters = ParamsAdamW {
            lr: training.rate,
            weight_decay: 0.0,
            ..ParamsAdamW::default()
        };
        let optimiser = AdamW::new(own.variables(), parameters)?;
        Ok(Network {
            inputs,
            own,
            target,
            training,
            optimiser,
        })
    }

    /// The value of each move in a position.
    pub fn values(&self, position: &[f32]) -> Result<Vec<f32>> {
        let input = Tensor::from_slice(position, (1, self.inputs), &DEVICE)?;
        self.own.forward(&input)?.squeeze(0)?.to_vec1()
    }

    /// The value of each move in several positions, by the target network.
    pub fn target_values(&self, positions: &[f32]) -> Result<Vec<Vec<f32>>> {
        let count = positions.len() / self.inputs.max(1);
        let input = Tensor::from_slice(positions, (count, self.inputs), &DEVICE)?;
        self.target.forward(&input)?.to_vec2()
    }

    /// One step of training, after which the target network follows.
    pub fn train(&mut self, batch: &Batch) -> Result<()> {
        let count = batch.moves.len();
        let input = Tensor::from_slice(&batch.positions, (count, self.inputs), &DEVICE)?;
        let moves = Tensor::from_slice(&batch.moves, (count, 1), &DEVICE)?;
        let observed = Tensor::from_slice(&batch.values, (count, 1), &DEVICE)?;
        let values = self.own.forward(&input)?.gather(&moves, 1)?;
        let mut loss = values.sub(&observed)?.sqr()?.mean_all()?;
        for (weights, _) in &self.own.0 {
            let size = weights.sqr()?.sum_all()?;
            loss = (loss + (size * (0.5 * self.training.regularisation))?)?;
        }
        self.optimiser.backward_step(&loss)?;
        self.follow()
    }

    /// Moves the target network towards the network.
    fn follow(&self) -> Result<()> {
        let rate = self.training.target_update;
        for (own, target) in self.own.variables().iter().zip(self.target.variables()) {
            let kept = target.as_detached_tensor().affine(1.0 - rate, 0.0)?;
            let taken = own.as_detached_tensor().affine(rate, 0.0)?;
            target.set(&kept.add(&taken)?)?;
        }
        Ok(())
    }
}

impl Layers {
    /// Uniformly distributed weights whose range depends on the widths of the
    /// layers (Glorot and Bengio 2010); biases of 0.
    fn random(widths: &[usize], rng: &mut Stream) -> Result<Layers> {
        let pairs = widths.iter().zip(&widths[1..]);
        let layers = pairs.map(|(&from, &to)| {
            let bound = (6.0 / (from + to).max(1) as f64).sqrt();
            let weights: Vec<f32> = (0..from * to)
                .map(|_| (bound * (2.0 * rng.random::<f64>() - 1.0)) as f32)
                .collect();
            let weights = Var::from_vec(weights, (from, to), &DEVICE)?;
            Ok((weights, Var::from_vec(vec![0.0f32; to], to, &DEVICE)?))
        });
        layers.collect::<Result<_>>().map(Layers)
    }

    fn variables(&self) -> Vec<Var> {
        let pairs = self.0.iter();
        pairs
            .flat_map(|(weights, biases)| [weights.clone(), biases.clone()])
            .collect()
    }

    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let mut at = input.clone();
        for (number, (weights, biases)) in self.0.iter().enumerate() {
            at = at.matmul(weights)?.broadcast_add(biases)?;
            if number + 1 < self.0.len() {
                at = at.relu()?;
            }
        }
        Ok(at)
    }
}
