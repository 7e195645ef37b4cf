//! Strongly connected components of a graph, those depended on first.

/// Edges from each node, in one array.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// A graph from the targets of each node.
    pub fn new<I: IntoIterator<Item = u32>>(edges: impl IntoIterator<Item = I>) -> Graph {
        let mut graph = Graph {
            starts: vec![0],
            targets: Vec::new(),
        };
        for targets in edges {
            graph.targets.extend(targets);
            graph.starts.push(graph.targets.len() as u32);
        }
        graph
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The targets of a node.
    pub fn targets(&self, node: usize) -> &[u32] {
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The components, each with its nodes; a component comes after every one
    /// it has an edge to. (Tarjan's algorithm, with a stack of its own.)
    pub fn components(&self) -> Vec<Vec<u32>> {
        const NEW: u32 = u32::MAX;
        let mut order = vec![NEW; self.len()];
        let mut low = vec![0u32; self.len()];
        let mut is_open = vec![false; self.len()];
        let mut open: Vec<u32> = Vec::new();
        let mut calls: Vec<(u32, u32)> = Vec::new();
        let mut components = Vec::new();
        let mut next = 0;
        for root in 0..self.len() {
            if order[root] != NEW {
                continue;
            }
            calls.push((root as u32, 0));
            while let Some(&mut (node, ref mut edge)) = calls.last_mut() {
                let n = node as usize;
                if *edge == 0 && order[n] == NEW {
                    order[n] = next;
                    low[n] = next;
                    next += 1;
                    open.push(node);
                    is_open[n] = true;
                }
                if let Some(&target) = self.targets(n).get(*edge as usize) {
                    *edge += 1;
                    let t = target as usize;
                    if order[t] == NEW {
                        calls.push((target, 0));
                    } else if is_open[t] {
                        low[n] = low[n].min(order[t]);
                    }
                    continue;
                }
                calls.pop();
                if let Some(&(caller, _)) = calls.last() {
                    let c = caller as usize;
                    low[c] = low[c].min(low[n]);
                }
                if low[n] == order[n] {
                    let mut component = Vec::new();
                    while let Some(member) = open.pop() {
                        is_open[member as usize] = false;
                        component.push(member);
                        if member == node {
                            break;
                        }
                    }
                    component.reverse();
                    components.push(component);
                }
            }
        }
        components
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_components_and_come_after_what_they_need() {
        let graph = Graph::new([vec![1], vec![2, 3], vec![0], vec![4], vec![], vec![5, 0]]);
        let components = graph.components();
        assert_eq!(components[0], [4]);
        assert_eq!(components[1], [3]);
        let mut cycle = components[2].clone();
        cycle.sort_unstable();
        assert_eq!(cycle, [0, 1, 2]);
        assert_eq!(components[3], [5]);
    }
}
