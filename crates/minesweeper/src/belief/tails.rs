//! The weight of the components that follow.

use smallvec::SmallVec;

/// For each number of components: the weight of the components after them and
/// of the floating squares, indexed by the number of mines in the first
/// components, minus their minimum.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tails {
    weights: Vec<f64>,
    /// Where the weights after each number of components start, and the end.
    starts: SmallVec<[u32; 16]>,
}

impl Tails {
    /// Zero weights for components whose mine counts have these spans.
    pub fn for_spans(spans: impl Iterator<Item = usize>) -> Tails {
        let mut reach = 1;
        let mut end = reach;
        let mut starts: SmallVec<[u32; 16]> = SmallVec::from_slice(&[0, end as u32]);
        for span in spans {
            reach += span;
            end += reach;
            starts.push(end as u32);
        }
        Tails {
            weights: vec![0.0; end],
            starts,
        }
    }

    /// The weights after this number of components.
    pub fn of(&self, components: usize) -> &[f64] {
        &self.weights[self.starts[components] as usize..self.starts[components + 1] as usize]
    }

    /// The weights after all components.
    pub fn last_mut(&mut self) -> &mut [f64] {
        let last = self.starts[self.starts.len() - 2] as usize;
        &mut self.weights[last..]
    }

    /// The weights after this number of components, and after one more.
    pub fn with_next(&mut self, components: usize) -> (&mut [f64], &[f64]) {
        let [start, middle, end] = [0, 1, 2].map(|more| self.starts[components + more] as usize);
        let (before, after) = self.weights.split_at_mut(middle);
        (&mut before[start..], &after[..end - middle])
    }
}
